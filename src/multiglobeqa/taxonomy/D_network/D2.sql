WITH pairs AS (
    SELECT
        tuple_id, m.id, m.name,
        ST_Intersects(b.geom, m.geom) AND NOT ST_Touches(b.geom, m.geom) AS inside,
        ST_Length(ST_Intersection(b.geom, m.geom)) AS stretch
    FROM tuples
    JOIN place b ON b.id = entity_B
    JOIN typed m ON ST_Intersects(ST_Buffer(ST_Envelope(b.geom), 1e-5), m.geom)
    WHERE m.class = class_A AND m.dimension = 2
)
SELECT
    tuple_id,
    count(*) FILTER (inside) AS answer,
    CASE
        WHEN bool_or(inside AND stretch < 1e-5) THEN 'a stretch is very short'
        WHEN answer > 60 THEN 'too many areas'
    END AS reject
FROM pairs
GROUP BY tuple_id
