-- The members around B, and B.
SELECT tuple_id, m.id AS entity, ['class', 'point'] AS facts
FROM tuples
JOIN place b ON b.id = entity_B
JOIN typed m ON ST_Intersects(ST_Buffer(ST_Envelope(b.geom), 1e-4), m.geom)
WHERE m.class = class_A AND m.id <> entity_B
UNION ALL
SELECT tuple_id, entity_B, ['class', 'point']
FROM tuples
