SELECT tuple_id, m.id AS entity, ['class', 'point', 'within'] AS facts
FROM tuples
JOIN member m ON m.container = entity_B AND m.class = class_A
WHERE m.dimension = CASE attribute WHEN 'length' THEN 1 ELSE 2 END
