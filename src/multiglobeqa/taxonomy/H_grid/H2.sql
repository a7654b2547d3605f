WITH nudged AS (
    SELECT
        tuple_id, grid, resolution, nudge,
        a.lat + d_lat AS a_lat, a.lon + d_lon AS a_lon,
        b.lat + d_lat AS b_lat, b.lon + d_lon AS b_lon
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
    CROSS JOIN (VALUES (0, 0, 0), (1, 1e-6, 1e-6), (2, -1e-6, 1e-6), (3, 1e-6, -1e-6), (4, -1e-6, -1e-6))
        AS nudges (nudge, d_lat, d_lon)
),
cells AS (
    SELECT
        tuple_id, nudge,
        CASE grid WHEN 'h3' THEN h3_cell(a_lat, a_lon, resolution)
            ELSE s2_token(a_lat, a_lon, resolution) END AS a_cell,
        CASE grid WHEN 'h3' THEN h3_cell(b_lat, b_lon, resolution)
            ELSE s2_token(b_lat, b_lon, resolution) END AS b_cell
    FROM nudged
)
SELECT
    tuple_id,
    max(a_cell) FILTER (nudge = 0) AS answer,
    max(a_cell) FILTER (nudge = 0) = max(b_cell) FILTER (nudge = 0) AS premise_holds,
    CASE
        WHEN count(DISTINCT a_cell) > 1 OR count(DISTINCT b_cell) > 1
        THEN 'a point lies near the edge of a cell'
    END AS reject
FROM cells
GROUP BY tuple_id
