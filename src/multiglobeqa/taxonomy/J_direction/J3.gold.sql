SELECT tuple_id, unnest([entity_A, entity_B, entity_C]) AS entity, ['class', 'point'] AS facts
FROM tuples
