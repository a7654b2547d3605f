SELECT
    tuple_id,
    distance_km(a.lat, a.lon, b.lat, b.lon) AS answer,
    CASE WHEN answer < 0.01 THEN 'A and B coincide' END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
