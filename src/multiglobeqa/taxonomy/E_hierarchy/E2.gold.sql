-- All areas below B, each with the one above and its level.
SELECT tuple_id, m.id AS entity, ['class', 'parent', 'admin_level'] AS facts
FROM tuples
JOIN place m ON list_contains(m.parents, entity_B) AND m.admin_level IS NOT NULL
WHERE m.dimension = 2
UNION ALL
SELECT tuple_id, entity_B, ['class', 'admin_level']
FROM tuples
