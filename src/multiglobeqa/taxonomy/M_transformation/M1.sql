SELECT
    tuple_id,
    distance_km(b.lat, b.lon, a.lat, a.lon) AS km,
    struct_pack(
        bearing := round(bearing(b.lat, b.lon, a.lat, a.lon), 6) % 360, distance := round(km, 6)
    ) AS answer,
    CASE WHEN km < 0.05 THEN 'A and B coincide' END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
