WITH bearings AS (
    SELECT
        tuple_id,
        direction,
        a.lat - b.lat AS d_lat,
        delta_lon(b.lon, a.lon) AS d_lon,
        bearing(b.lat, b.lon, a.lat, a.lon) AS degrees
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
)
SELECT
    tuple_id,
    CASE direction
        WHEN 'north' THEN d_lat > 0
        WHEN 'south' THEN d_lat < 0
        WHEN 'east' THEN d_lon > 0
        WHEN 'west' THEN d_lon < 0
        ELSE compass(degrees) = direction
    END AS answer,
    CASE
        WHEN abs(d_lon) >= 90 THEN 'A and B lie far round the Earth'
        WHEN direction IN ('north', 'south') AND abs(degrees % 180 - 90) <= 5
            OR direction IN ('east', 'west') AND abs((degrees + 90) % 180 - 90) <= 5
            OR direction LIKE '%-%' AND compass_margin(degrees) <= 5
        THEN 'A lies near the edge of the sector'
    END AS reject
FROM bearings
