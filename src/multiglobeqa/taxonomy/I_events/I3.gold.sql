SELECT tuple_id, event_A AS entity, ['class', 'point', 'time', 'radius'] AS facts
FROM tuples
UNION ALL
SELECT tuple_id, entity_A, ['class', 'point']
FROM tuples
