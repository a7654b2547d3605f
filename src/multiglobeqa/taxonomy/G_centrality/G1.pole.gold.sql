SELECT tuple_id, entity_A AS entity, ['class', 'point'] AS facts
FROM tuples
