WITH turns AS (
    SELECT
        tuple_id,
        -- Positive: A is clockwise of the route, to the right.
        turn(bearing(b.lat, b.lon, c.lat, c.lon), bearing(b.lat, b.lon, a.lat, a.lon)) AS at_b,
        turn(bearing(c.lat, c.lon, b.lat, b.lon), bearing(c.lat, c.lon, a.lat, a.lon)) AS at_c
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
    JOIN place c ON c.id = entity_C
)
SELECT
    tuple_id,
    CASE WHEN at_b > 0 THEN 'right' ELSE 'left' END AS answer,
    CASE
        WHEN abs(at_b) <= 5 OR abs(at_c) <= 5 THEN 'A lies near the route'
        WHEN abs(at_b) >= 85 OR abs(at_c) >= 85 THEN 'A lies beyond the ends of the route'
    END AS reject
FROM turns
