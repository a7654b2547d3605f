SELECT
    tuple_id,
    ST_Intersection(a.geom, b.geom) AS shared,
    ST_Touches(a.geom, b.geom) AND ST_Dimension(shared) = 1 AS answer,
    CASE
        WHEN nearly_meets(a.geom, b.geom) THEN 'A and B nearly meet'
        WHEN ST_Area(shared) > 0 AND ST_Area(shared) < 1e-4 * least(ST_Area(a.geom), ST_Area(b.geom))
        THEN 'the common area is a sliver'
    END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
