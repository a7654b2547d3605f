SELECT
    tuple_id,
    distance_km(a.lat, a.lon, b.lat, b.lon) AS to_b,
    distance_km(a.lat, a.lon, c.lat, c.lon) AS to_c,
    to_b < to_c AS answer,
    CASE WHEN nearly_equal(to_b, to_c) THEN 'nearly a tie' END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
JOIN place c ON c.id = entity_C
