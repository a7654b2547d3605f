WITH ranked AS (
    SELECT
        tuple_id, position, m.id, m.name,
        CASE attribute WHEN 'length' THEN length_km(m.geom) ELSE area_km2(m.geom) END AS size,
        row_number() OVER (PARTITION BY tuple_id ORDER BY size DESC, m.id) AS n
    FROM tuples
    JOIN member m ON m.container = entity_B AND m.class = class_A
    WHERE m.dimension = CASE attribute WHEN 'length' THEN 1 ELSE 2 END
)
SELECT
    tuple_id,
    [max(id) FILTER (n = position)] AS entities,
    CASE
        WHEN max(n) < any_value(position) THEN 'too few members'
        WHEN nearly_equal(max(size) FILTER (n = position), max(size) FILTER (n = position + 1))
            OR nearly_equal(max(size) FILTER (n = position), max(size) FILTER (n = position - 1))
        THEN 'nearly a tie'
        WHEN max(name) FILTER (n = position) IS NULL THEN 'the member has no unique name'
    END AS reject
FROM ranked
GROUP BY tuple_id
