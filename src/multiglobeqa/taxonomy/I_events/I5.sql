WITH pairs AS (
    SELECT
        tuple_id,
        ST_Intersects(a.geom, r.geom) AS meets,
        nearly_meets(a.geom, r.geom) AS nearly,
        area_km2(ST_Intersection(a.geom, r.geom)) AS shared,
        least(area_km2(a.geom), area_km2(r.geom)) AS smaller
    FROM tuples
    JOIN place a ON a.id = event_A
    JOIN place r ON r.id = entity_A
    WHERE r.dimension = 2
)
SELECT
    tuple_id,
    meets AS premise_holds,
    shared AS answer,
    CASE
        WHEN nearly THEN 'event and region nearly meet'
        WHEN meets AND shared < greatest(0.01, 1e-4 * smaller) THEN 'event and region barely meet'
    END AS reject
FROM pairs
