-- The settlements with a population, the near misses up to a quarter farther, and A.
WITH reach AS (
    SELECT tuple_id, entity_A, value, a.lat, a.lon, unnest(h3_disk(a.lat, a.lon, 1.25 * value)) AS h3
    FROM tuples
    JOIN place a ON a.id = entity_A
)
SELECT tuple_id, m.id AS entity, ['class', 'point', 'population'] AS facts
FROM reach
JOIN place m ON m.h3 = reach.h3
WHERE m.kind = 'settlement' AND m.population IS NOT NULL AND m.id <> entity_A
    AND distance_km(reach.lat, reach.lon, m.lat, m.lon) <= 1.25 * value
UNION ALL
SELECT tuple_id, entity_A, ['class', 'point', 'population']
FROM tuples
