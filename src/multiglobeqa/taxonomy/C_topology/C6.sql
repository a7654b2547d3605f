WITH pairs AS (
    SELECT
        tuple_id, m.id, m.name,
        ST_Intersects(b.geom, m.geom) AS meets_b,
        ST_Intersects(c.geom, m.geom) AS meets_c,
        nearly_meets(b.geom, m.geom) OR nearly_meets(c.geom, m.geom) AS nearly
    FROM tuples
    JOIN place b ON b.id = entity_B
    JOIN place c ON c.id = entity_C
    JOIN typed m ON ST_Intersects(ST_Buffer(ST_Envelope(b.geom), 1e-5), m.geom)
    WHERE m.class = class_A AND m.id NOT IN (entity_B, entity_C)
)
SELECT
    tuple_id,
    coalesce(list(id ORDER BY id) FILTER (meets_b AND NOT meets_c), []) AS entities,
    len(entities) > 0 AS premise_holds,
    CASE
        WHEN bool_or(nearly) THEN 'a member nearly meets B or C'
        WHEN len(entities) > 12 THEN 'too many members'
        WHEN bool_or(meets_b AND NOT meets_c AND name IS NULL) THEN 'a member has no unique name'
    END AS reject
FROM pairs
GROUP BY tuple_id
