SELECT
    tuple_id,
    count(DISTINCT m.id) AS answer,
    CASE WHEN answer > 300 THEN 'too many members' END AS reject
FROM tuples
JOIN member m ON m.container = entity_A AND m.class IN (class_A, class_B)
GROUP BY tuple_id
