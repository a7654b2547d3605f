SELECT
    tuple_id,
    bearing(a.lat, a.lon, b.lat, b.lon) AS degrees,
    compass(degrees) AS answer,
    CASE
        WHEN compass_margin(degrees) <= 5 THEN 'B lies near the edge of a sector'
        WHEN distance_km(a.lat, a.lon, b.lat, b.lon) < 0.05 THEN 'A and B coincide'
    END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
