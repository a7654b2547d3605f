WITH members AS (
    SELECT
        tuple_id,
        m.id,
        m.name,
        m.population,
        row_number() OVER (
            PARTITION BY tuple_id
            ORDER BY CASE rank WHEN 'largest' THEN -m.population ELSE m.population END, m.id
        ) AS position
    FROM tuples
    JOIN member m ON m.container = entity_B AND m.class = class_A
    WHERE m.population > 0
)
SELECT
    tuple_id,
    [max(id) FILTER (position = 1)] AS entities,
    CASE
        WHEN nearly_equal(
            max(population) FILTER (position = 1), max(population) FILTER (position = 2)
        ) THEN 'nearly a tie'
        WHEN max(name) FILTER (position = 1) IS NULL THEN 'the member has no unique name'
    END AS reject
FROM members
GROUP BY tuple_id
