WITH limits AS (
    SELECT
        tuple_id,
        ST_Point(a.lon, a.lat) AS point,
        b.geom,
        km_to(a.lat, a.lon, b.geom) AS km,
        least(5, 0.05 * sqrt(area_km2(b.geom))) AS limit_km
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
)
SELECT
    tuple_id,
    CASE
        WHEN ST_Covers(geom, point) THEN 'true'
        WHEN km <= limit_km THEN 'plausibly'
        ELSE 'false'
    END AS answer,
    CASE
        WHEN ST_Distance(ST_Boundary(geom), point) < 1e-5 THEN 'A lies near the boundary'
        WHEN nearly_equal(km, limit_km) THEN 'A lies near the limit'
    END AS reject
FROM limits
