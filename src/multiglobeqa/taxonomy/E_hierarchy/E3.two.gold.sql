SELECT tuple_id, m.id AS entity, ['class', 'within'] AS facts
FROM tuples
JOIN member m ON m.container = entity_A AND m.class IN (class_A, class_B)
