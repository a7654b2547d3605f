SELECT
    tuple_id,
    compactness(a.geom) AS of_a,
    compactness(b.geom) AS of_b,
    of_a > of_b AS answer,
    CASE WHEN nearly_equal(of_a, of_b) THEN 'nearly a tie' END AS reject
FROM tuples
JOIN place a ON a.id = entity_A
JOIN place b ON b.id = entity_B
