SELECT
    tuple_id,
    km_to_boundary(a.lat, a.lon, b.geom, 200) AS answer,
    CASE
        WHEN answer < 2 THEN 'A lies near the border'
        WHEN answer > 200 THEN 'A lies far away'
    END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN country b ON b.id = entity_B
