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
    tuple_id,
    count(*) FILTER (away <= metres) AS answer,
    CASE
        WHEN bool_or(nearly_equal(away, metres)) THEN 'a member lies near the limit'
        WHEN answer > 100 THEN 'too many members'
    END AS reject
FROM pairs
GROUP BY tuple_id
