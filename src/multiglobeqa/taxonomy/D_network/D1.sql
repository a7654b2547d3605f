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
    tuples.tuple_id,
    coalesce(list(id ORDER BY id) FILTER (inside), []) AS entities,
    len(entities) > 0 AS premise_holds,
    CASE
        WHEN bool_or(inside AND stretch < 1e-5) THEN 'a stretch is very short'
        WHEN len(entities) > 12 THEN 'too many areas'
        WHEN bool_or(inside AND name IS NULL) THEN 'an area has no unique name'
    END AS reject
FROM tuples
LEFT JOIN pairs ON pairs.tuple_id = tuples.tuple_id
GROUP BY tuples.tuple_id
