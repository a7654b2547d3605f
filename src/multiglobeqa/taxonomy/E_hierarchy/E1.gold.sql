-- A and all areas above it, each with the one above, and B.
SELECT tuple_id, unnest(list_prepend(entity_A, a.parents)) AS entity, ['class', 'parent'] AS facts
FROM tuples
JOIN place a ON a.id = entity_A
UNION ALL
SELECT tuple_id, entity_B, ['class', 'parent']
FROM tuples
