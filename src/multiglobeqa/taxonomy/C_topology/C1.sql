SELECT
    tuple_id,
    ST_Intersects(a.geom, b.geom) AS answer,
    CASE WHEN nearly_meets(a.geom, b.geom) THEN 'A and B nearly meet' END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
