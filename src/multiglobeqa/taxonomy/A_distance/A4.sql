WITH distances AS (
    SELECT
        tuple_id,
        entity_A,
        entity_B,
        rank,
        distance_km(a.lat, a.lon, c.lat, c.lon) AS to_a,
        distance_km(b.lat, b.lon, c.lat, c.lon) AS to_b
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
    JOIN place c ON c.id = entity_C
)
SELECT
    tuple_id,
    [CASE WHEN (to_a < to_b) = (rank = 'closer') THEN entity_A ELSE entity_B END] AS entities,
    CASE WHEN nearly_equal(to_a, to_b) THEN 'nearly a tie' END AS reject
FROM distances
