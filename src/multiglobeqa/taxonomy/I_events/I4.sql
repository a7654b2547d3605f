SELECT
    tuple_id,
    area_km2(a.geom) AS answer,
    CASE
        WHEN NOT ST_IsValid(a.geom) THEN 'the footprint is not valid'
        WHEN answer < 0.01 THEN 'the footprint is too small'
    END AS reject
FROM tuples
JOIN place a ON a.id = event_A
