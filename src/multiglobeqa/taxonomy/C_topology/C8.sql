SELECT
    tuple_id,
    ST_Boundary(b.geom) AS boundary,
    ST_Intersects(a.geom, boundary) AS answer,
    CASE WHEN nearly_meets(a.geom, boundary) THEN 'A nearly meets the boundary' END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
