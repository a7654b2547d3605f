-- Each country's size is measured once.
WITH sizes AS (
    SELECT id, area_km2(geom) AS km2 FROM country SEMI JOIN tuples ON entity_B = id
),
limits AS (
    SELECT
        tuple_id,
        ST_Covers(b.geom, ST_Point(a.lon, a.lat)) AS inside,
        km_to_boundary(a.lat, a.lon, b.geom, 10) AS km,
        least(5, 0.05 * sqrt(km2)) AS limit_km
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN country b ON b.id = entity_B
    JOIN sizes ON sizes.id = entity_B
)
SELECT
    tuple_id,
    CASE WHEN inside THEN 'true' WHEN km <= limit_km THEN 'plausibly' ELSE 'false' END AS answer,
    CASE
        WHEN km < 2 THEN 'A lies near the border'
        WHEN nearly_equal(km, limit_km) THEN 'A lies near the limit'
    END AS reject
FROM limits
