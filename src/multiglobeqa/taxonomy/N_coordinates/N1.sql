SELECT
    tuple_id,
    struct_pack(latitude := lat, longitude := lon) AS answer,
    CASE WHEN NOT (lat BETWEEN -90 AND 90 AND lon BETWEEN -180 AND 180) THEN 'out of bounds' END AS reject
FROM tuples
JOIN place ON id = entity_A
