SELECT
    tuple_id,
    ST_Overlaps(a.geom, b.geom) AS answer,
    ST_Area(ST_Intersection(a.geom, b.geom)) AS shared,
    least(ST_Area(a.geom), ST_Area(b.geom)) AS smaller,
    CASE
        WHEN nearly_meets(a.geom, b.geom) THEN 'A and B nearly meet'
        WHEN shared > 0 AND shared < 1e-4 * smaller THEN 'the common area is a sliver'
        WHEN answer AND shared > 0.9999 * smaller THEN 'one lies within the other but for a sliver'
    END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
