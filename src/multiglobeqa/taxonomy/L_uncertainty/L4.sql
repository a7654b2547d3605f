WITH reach AS (
    SELECT
        tuple_id, class_A, entity_B, value, b.lat, b.lon,
        unnest(h3_disk(b.lat, b.lon, 1.2 * value)) AS h3
    FROM tuples
    JOIN place b ON b.id = entity_B
),
members AS (
    SELECT
        tuple_id, value, m.id, m.name,
        distance_km(reach.lat, reach.lon, m.lat, m.lon) AS km,
        1.1 * min(km) OVER (PARTITION BY tuple_id) AS reach_km
    FROM reach
    JOIN typed m ON m.h3 = reach.h3 AND m.class = class_A AND m.id <> entity_B
)
SELECT
    tuple_id,
    list(id ORDER BY id) FILTER (km <= reach_km) AS entities,
    CASE
        WHEN min(km) < 0.01 THEN 'the nearest coincides with B'
        WHEN min(km) > any_value(value) THEN 'the nearest is far away'
        WHEN bool_or(nearly_equal(km, reach_km)) THEN 'a member lies near the limit'
        WHEN len(entities) > 8 THEN 'too many members'
        WHEN count(*) FILTER (km <= reach_km AND name IS NULL) > 0
        THEN 'a member has no unique name'
    END AS reject
FROM members
GROUP BY tuple_id
