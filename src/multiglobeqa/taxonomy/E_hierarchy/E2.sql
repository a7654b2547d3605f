WITH below AS (
    SELECT tuple_id, depth, m.admin_level AS level, m.parents[1] = entity_B AS direct,
        max(m.admin_level) OVER (PARTITION BY tuple_id) AS deepest
    FROM tuples
    JOIN place m ON list_contains(m.parents, entity_B) AND m.admin_level IS NOT NULL
    WHERE m.dimension = 2
)
SELECT
    tuple_id,
    count(*) FILTER (CASE depth WHEN 'children' THEN direct ELSE level = deepest END) AS answer,
    CASE WHEN any_value(depth) = 'level' THEN struct_pack(admin_level := max(deepest)) END
        AS parameters,
    CASE WHEN answer > 200 THEN 'too many areas' END AS reject
FROM below
GROUP BY tuple_id
