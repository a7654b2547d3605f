WITH reach AS (
    SELECT
        tuple_id, value, class_A, entity_B, b.lat, b.lon,
        unnest(h3_disk(b.lat, b.lon, 1.02 * value)) AS h3
    FROM tuples
    JOIN place b ON b.id = entity_B
),
members AS (
    SELECT tuple_id, value, m.id, distance_km(reach.lat, reach.lon, m.lat, m.lon) AS km
    FROM reach
    JOIN typed m ON m.h3 = reach.h3 AND m.class = class_A AND m.id <> entity_B
)
SELECT
    tuple_id,
    count(*) FILTER (km <= value) AS answer,
    CASE
        WHEN bool_or(nearly_equal(km, value)) THEN 'a member lies near the limit'
        WHEN answer = 0 THEN 'no member'
        WHEN answer > 200 THEN 'too many members'
    END AS reject
FROM members
GROUP BY tuple_id
