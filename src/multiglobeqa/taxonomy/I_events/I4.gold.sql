SELECT tuple_id, event_A AS entity, ['class', 'point'] AS facts
FROM tuples
