WITH pairs AS (
    SELECT
        tuple_id, m.id, m.name,
        ST_Intersects(a.geom, m.geom) AS meets,
        nearly_meets(a.geom, m.geom) AS nearly
    FROM tuples
    JOIN place a ON a.id = event_A
    JOIN typed m ON ST_Intersects(ST_Buffer(ST_Envelope(a.geom), 1e-5), m.geom)
    WHERE m.class = class_A
)
SELECT
    tuple_id,
    coalesce(list(id ORDER BY id) FILTER (meets), []) AS entities,
    CASE
        WHEN bool_or(nearly) THEN 'a region nearly meets the footprint'
        WHEN len(entities) > 12 THEN 'too many regions'
        WHEN bool_or(meets AND name IS NULL) THEN 'a region has no unique name'
    END AS reject
FROM pairs
GROUP BY tuple_id
