SELECT tuple_id, unnest([entity_A, entity_B]) AS entity, ['class', 'point'] AS facts
FROM tuples
