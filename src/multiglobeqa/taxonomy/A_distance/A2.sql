WITH arcs AS (
    SELECT
        tuple_id,
        direction,
        a.lat - b.lat AS d_lat,
        delta_lon(b.lon, a.lon) AS d_lon,
        distance_km(a.lat, b.lon, b.lat, b.lon) AS meridian,
        parallel_km((a.lat + b.lat) / 2, abs(d_lon)) AS parallel,
        distance_km(a.lat, a.lon, b.lat, b.lon) AS distance
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
)
SELECT
    tuple_id,
    CASE WHEN direction IN ('north', 'south') THEN meridian ELSE parallel END AS answer,
    CASE direction
        WHEN 'north' THEN d_lat > 0
        WHEN 'south' THEN d_lat < 0
        WHEN 'east' THEN d_lon > 0
        WHEN 'west' THEN d_lon < 0
    END AS premise_holds,
    CASE
        WHEN answer < 0.01 OR answer <= 0.01 * distance THEN 'A lies hardly to that side of B'
        WHEN abs(d_lon) >= 179 THEN 'A lies half way round the Earth'
    END AS reject
FROM arcs
