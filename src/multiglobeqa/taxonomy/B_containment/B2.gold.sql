-- The members, the near misses up to a quarter farther (where there is no member, the nearest
-- of the class up to ten times as far), and B.
WITH reach AS (
    SELECT
        tuple_id, value, class_A, entity_B, perturbed, b.lat, b.lon,
        unnest(h3_disk(b.lat, b.lon, least(50, CASE WHEN perturbed THEN 10 ELSE 1.25 END * value)))
            AS h3
    FROM tuples
    JOIN place b ON b.id = entity_B
),
near AS (
    SELECT
        tuple_id, perturbed, value, m.id,
        distance_km(reach.lat, reach.lon, m.lat, m.lon) AS km
    FROM reach
    JOIN typed m ON m.h3 = reach.h3 AND m.class = class_A AND m.id <> entity_B
)
SELECT tuple_id, id AS entity, ['class', 'point'] AS facts
FROM near
WHERE km <= 1.25 * value OR perturbed
QUALIFY NOT perturbed OR row_number() OVER (PARTITION BY tuple_id ORDER BY km, id) <= 3
UNION ALL
SELECT tuple_id, entity_B, ['class', 'point']
FROM tuples
