-- The regions up to a quarter beyond the radius, and the event.
SELECT tuple_id, m.id AS entity, ['class', 'point'] AS facts
FROM tuples
JOIN place a ON a.id = event_A
JOIN typed m ON ST_Intersects(around(a.lon, a.lat, 1.25 * a.radius), m.geom)
WHERE m.class = class_A
UNION ALL
SELECT tuple_id, event_A, ['class', 'point', 'radius']
FROM tuples
