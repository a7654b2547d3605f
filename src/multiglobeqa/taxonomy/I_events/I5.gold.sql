SELECT tuple_id, unnest([event_A, entity_A]) AS entity, ['class', 'point'] AS facts
FROM tuples
