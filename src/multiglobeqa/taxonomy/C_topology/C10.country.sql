SELECT
    tuple_id,
    NOT ST_Intersects(b.geom, ST_Point(a.lon, a.lat)) AS answer,
    CASE WHEN km_to_boundary(a.lat, a.lon, b.geom, 2) < 2 THEN 'the place lies near the border' END
        AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN country b ON b.id = entity_B
