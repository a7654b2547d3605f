WITH distances AS (
    SELECT
        tuple_id,
        distance_km(a.lat, a.lon, b.lat, b.lon) AS km,
        CASE WHEN 'settlement' IN (a.kind, b.kind) THEN 10 ELSE 1 END AS threshold
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
)
SELECT
    tuple_id,
    km > 5 * threshold AS answer,
    struct_pack(threshold_km := threshold, far_km := 5 * threshold) AS parameters,
    CASE WHEN km > 0.99 * threshold AND km <= 5.05 * threshold THEN 'neither near nor far' END AS reject
FROM distances
