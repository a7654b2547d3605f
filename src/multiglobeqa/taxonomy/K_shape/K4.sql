SELECT
    tuple_id,
    perimeter_km(geom) AS answer,
    CASE WHEN answer < 0.1 THEN 'very small' END AS reject
FROM tuples
JOIN place ON id = entity_A
