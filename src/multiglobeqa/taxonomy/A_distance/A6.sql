WITH members AS (
    SELECT tuple_id, aggregation, m.id, m.lat, m.lon
    FROM tuples
    JOIN member m ON m.container = entity_B AND m.class = class_A
)
SELECT
    p.tuple_id,
    CASE any_value(p.aggregation)
        WHEN 'average' THEN avg(distance_km(p.lat, p.lon, q.lat, q.lon))
        WHEN 'minimum' THEN min(distance_km(p.lat, p.lon, q.lat, q.lon))
        WHEN 'maximum' THEN max(distance_km(p.lat, p.lon, q.lat, q.lon))
        WHEN 'median' THEN median(distance_km(p.lat, p.lon, q.lat, q.lon))
    END AS answer,
    CASE WHEN answer < 0.01 THEN 'members coincide' END AS reject
FROM members p
JOIN members q ON q.tuple_id = p.tuple_id AND q.id > p.id
GROUP BY p.tuple_id
