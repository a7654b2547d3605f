WITH sums AS (
    SELECT
        tuple_id,
        goal,
        a.id,
        a.name,
        sum(distance_km(a.lat, a.lon, c.lat, c.lon)) AS total,
        row_number() OVER (
            PARTITION BY tuple_id
            ORDER BY CASE goal WHEN 'minimizes' THEN total ELSE -total END, a.id
        ) AS position
    FROM tuples
    JOIN member a ON a.container = entity_B AND a.class = class_A
    JOIN member c ON c.container = entity_B AND c.class = class_C
    WHERE class_A <> class_C
    GROUP BY tuple_id, goal, a.id, a.name
)
SELECT
    tuple_id,
    [max(id) FILTER (position = 1)] AS entities,
    CASE
        WHEN nearly_equal(max(total) FILTER (position = 1), max(total) FILTER (position = 2))
        THEN 'nearly a tie'
        WHEN max(name) FILTER (position = 1) IS NULL THEN 'the member has no unique name'
    END AS reject
FROM sums
GROUP BY tuple_id
