-- The regions around the event, and the event.
SELECT tuple_id, m.id AS entity, ['class', 'point'] AS facts
FROM tuples
JOIN place a ON a.id = event_A
JOIN typed m ON ST_Intersects(ST_Buffer(ST_Envelope(a.geom), 1e-4), m.geom)
WHERE m.class = class_A
UNION ALL
SELECT tuple_id, event_A, ['class', 'point']
FROM tuples
