-- All members of the class in C, and A.
SELECT tuple_id, m.id AS entity, ['class', 'point', 'within'] AS facts
FROM tuples
JOIN member m ON m.container = entity_C AND m.class = class_B
WHERE m.dimension = CASE rank WHEN 'longest' THEN 1 ELSE 2 END
UNION ALL
SELECT tuple_id, entity_A, ['class', 'point']
FROM tuples
