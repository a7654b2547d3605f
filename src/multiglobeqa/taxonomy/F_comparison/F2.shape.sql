WITH members AS (
    SELECT
        tuple_id, rank, m.id, m.name,
        CASE attribute
            WHEN 'area' THEN area_km2(m.geom)
            WHEN 'perimeter' THEN perimeter_km(m.geom)
            WHEN 'elongation' THEN elongation(m.geom)
            WHEN 'compactness' THEN compactness(m.geom)
        END AS size
    FROM tuples
    JOIN member m ON m.container = entity_B AND m.class = class_A
    WHERE m.dimension = 2
),
ranked AS (
    SELECT *, row_number() OVER (
        PARTITION BY tuple_id ORDER BY CASE rank WHEN 'largest' THEN -size ELSE size END, id
    ) AS position
    FROM members
)
SELECT
    tuple_id,
    [max(id) FILTER (position = 1)] AS entities,
    CASE
        WHEN count(*) < 2 THEN 'too few members'
        WHEN nearly_equal(max(size) FILTER (position = 1), max(size) FILTER (position = 2))
        THEN 'nearly a tie'
        WHEN max(name) FILTER (position = 1) IS NULL THEN 'the member has no unique name'
    END AS reject
FROM ranked
GROUP BY tuple_id
