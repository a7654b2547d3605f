SELECT
    tuple_id,
    ST_Covers(a.geom, b.geom) AS answer,
    CASE
        WHEN a.admin_level IS NULL THEN 'A is no administrative area'
        WHEN NOT answer AND ST_Area(ST_Difference(b.geom, a.geom)) < 1e-4 * ST_Area(b.geom)
        THEN 'only a sliver of B lies outside A'
    END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
