SELECT tuple_id, event_A AS entity, ['class', 'point', 'time'] AS facts
FROM tuples
UNION ALL
SELECT tuple_id, entity_B, ['class', 'point', 'parent']
FROM tuples
UNION ALL
SELECT tuple_id, entity_C, ['class']
FROM tuples
