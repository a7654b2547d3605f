WITH pairs AS (
    SELECT
        tuple_id, m.id, m.name,
        ST_Intersects(b.geom, m.geom) AS meets,
        nearly_meets(b.geom, m.geom) AS nearly
    FROM tuples
    JOIN place b ON b.id = entity_B
    JOIN typed m ON ST_Intersects(ST_Buffer(ST_Envelope(b.geom), 1e-5), m.geom)
    WHERE m.class = class_A AND m.id <> entity_B
)
SELECT
    tuple_id,
    count(*) FILTER (meets) AS answer,
    CASE
        WHEN bool_or(nearly) THEN 'a member nearly meets B'
        WHEN answer > 60 THEN 'too many members'
    END AS reject
FROM pairs
GROUP BY tuple_id
