WITH reach AS (
    SELECT
        tuple_id, value, class_A, entity_B, b.lat, b.lon,
        unnest(h3_disk(b.lat, b.lon, 1.02 * value)) AS h3
    FROM tuples
    JOIN place b ON b.id = entity_B
),
members AS (
    SELECT tuple_id, value, m.id, m.name, distance_km(reach.lat, reach.lon, m.lat, m.lon) AS km
    FROM reach
    JOIN typed m ON m.h3 = reach.h3 AND m.class = class_A AND m.id <> entity_B
)
SELECT
    tuples.tuple_id,
    coalesce(list(id ORDER BY id) FILTER (km <= members.value), []) AS entities,
    len(entities) > 0 AS premise_holds,
    CASE
        WHEN bool_or(nearly_equal(km, members.value)) THEN 'a member lies near the limit'
        WHEN count(id) FILTER (km <= members.value AND name IS NULL) > 0 THEN 'a member has no unique name'
        WHEN len(entities) > 12 THEN 'too many members'
    END AS reject
FROM tuples
LEFT JOIN members ON members.tuple_id = tuples.tuple_id
GROUP BY tuples.tuple_id
