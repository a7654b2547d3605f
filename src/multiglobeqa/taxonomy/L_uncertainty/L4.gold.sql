-- The nearest member, all up to half as far again, and B.
WITH reach AS (
    SELECT
        tuple_id, class_A, entity_B, b.lat, b.lon,
        unnest(h3_disk(b.lat, b.lon, 1.5 * value)) AS h3
    FROM tuples
    JOIN place b ON b.id = entity_B
)
SELECT tuple_id, m.id AS entity, ['class', 'point'] AS facts
FROM reach
JOIN typed m ON m.h3 = reach.h3 AND m.class = class_A AND m.id <> entity_B
QUALIFY distance_km(reach.lat, reach.lon, m.lat, m.lon)
    <= 1.5 * min(distance_km(reach.lat, reach.lon, m.lat, m.lon)) OVER (PARTITION BY tuple_id)
UNION ALL
SELECT tuple_id, entity_B, ['class', 'point']
FROM tuples
