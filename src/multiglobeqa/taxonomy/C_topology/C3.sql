WITH shared AS (
    SELECT tuple_id, ST_Intersection(a.geom, b.geom) AS points
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
)
SELECT
    tuple_id,
    ST_NumGeometries(points) AS answer,
    CASE
        WHEN ST_IsEmpty(points) THEN 'the lines do not meet'
        WHEN ST_Dimension(points) > 0 THEN 'the lines share a stretch'
        WHEN answer > 50 THEN 'too many points'
    END AS reject
FROM shared
