WITH reach AS (
    SELECT tuple_id, value, a.lat, a.lon, unnest(h3_disk(a.lat, a.lon, 1.02 * value)) AS h3
    FROM tuples
    JOIN place a ON a.id = entity_A
),
settlements AS (
    SELECT tuple_id, value, m.population, distance_km(reach.lat, reach.lon, m.lat, m.lon) AS km
    FROM reach
    JOIN place m ON m.h3 = reach.h3
    WHERE m.kind = 'settlement' AND m.population IS NOT NULL
)
SELECT
    tuple_id,
    sum(population) FILTER (km <= value)::BIGINT AS answer,
    CASE
        WHEN bool_or(nearly_equal(km, value)) THEN 'a settlement lies near the limit'
        WHEN answer IS NULL OR answer = 0 THEN 'no population'
        WHEN count(*) FILTER (km <= value) > 100 THEN 'too many settlements'
    END AS reject
FROM settlements
GROUP BY tuple_id
