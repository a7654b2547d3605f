SELECT
    tuple_id,
    km_to(a.lat, a.lon, ST_Boundary(b.geom)) AS answer,
    CASE
        WHEN answer < 0.01 THEN 'A lies on the boundary'
        WHEN answer > 200 THEN 'A lies far away'
    END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
