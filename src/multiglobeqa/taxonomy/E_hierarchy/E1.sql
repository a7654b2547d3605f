SELECT
    tuple_id,
    CASE depth
        WHEN 'any' THEN list_contains(a.parents, b.id)
        WHEN 'direct' THEN a.parents[1] = b.id
    END AS answer,
    CASE WHEN a.admin_level IS NULL THEN 'A is no administrative area' END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
