SELECT
    tuple_id,
    ST_Intersects(a.geom, ST_Point(b.lon, b.lat)) AS answer,
    CASE
        WHEN ST_NumGeometries(a.geom) < 2 THEN 'A has a single part'
        WHEN km_to_boundary(b.lat, b.lon, a.geom, 2) < 2 THEN 'the place lies near the border' END
        AS reject
FROM tuples
JOIN place b ON b.id = entity_B
JOIN country a ON a.id = entity_A
