WITH reach AS (
    SELECT
        tuple_id, position, class_A, entity_B, entity_C,
        b.lat, b.lon,
        unnest(h3_disk(b.lat, b.lon, value)) AS h3
    FROM tuples
    JOIN place b ON b.id = entity_B
),
nearest AS (
    SELECT
        tuple_id,
        position,
        distance_km(reach.lat, reach.lon, m.lat, m.lon) AS to_b,
        distance_km(c.lat, c.lon, m.lat, m.lon) AS to_c,
        row_number() OVER (PARTITION BY tuple_id ORDER BY to_b, m.id) AS n
    FROM reach
    JOIN typed m ON m.h3 = reach.h3 AND m.class = class_A AND m.id <> entity_B
    JOIN place c ON c.id = entity_C
    QUALIFY n <= position + 1
)
SELECT
    tuple_id,
    max(to_c) FILTER (n = position) AS answer,
    CASE
        WHEN max(n) <= any_value(position) THEN 'too few members'
        WHEN nearly_equal(max(to_b) FILTER (n = position + 1), max(to_b) FILTER (n = position))
            OR nearly_equal(max(to_b) FILTER (n = position), max(to_b) FILTER (n = position - 1))
        THEN 'nearly a tie'
        WHEN answer < 0.01 THEN 'the member and C coincide'
    END AS reject
FROM nearest
GROUP BY tuple_id
