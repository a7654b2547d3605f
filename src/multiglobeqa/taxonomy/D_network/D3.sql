WITH pairs AS (
    SELECT
        tuple_id, metres, m.id, m.name,
        km_to(m.lat, m.lon, b.geom) * 1000 AS away
    FROM tuples
    JOIN place b ON b.id = entity_B
    JOIN typed m ON ST_Intersects(
        ST_Buffer(b.geom, 1.1 * metres / 110000 / cos(radians(b.lat))), ST_Point(m.lon, m.lat)
    )
    WHERE m.class = class_A AND m.id <> entity_B
)
SELECT
    tuples.tuple_id,
    coalesce(list(id ORDER BY id) FILTER (away <= pairs.metres), []) AS entities,
    len(entities) > 0 AS premise_holds,
    CASE
        WHEN bool_or(nearly_equal(away, pairs.metres)) THEN 'a member lies near the limit'
        WHEN len(entities) > 12 THEN 'too many members'
        WHEN bool_or(away <= pairs.metres AND name IS NULL) THEN 'a member has no unique name'
    END AS reject
FROM tuples
LEFT JOIN pairs ON pairs.tuple_id = tuples.tuple_id
GROUP BY tuples.tuple_id
