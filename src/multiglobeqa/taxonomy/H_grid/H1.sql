WITH points AS (
    SELECT tuple_id, grid, a.lat AS a_lat, a.lon AS a_lon, b.lat AS b_lat, b.lon AS b_lon
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
),
-- Each point as it is (nudge 0) and moved a little to its four corners.
nudged AS (
    SELECT
        tuple_id, grid, nudge,
        a_lat + d_lat AS a_lat, a_lon + d_lon AS a_lon,
        b_lat - d_lat AS b_lat, b_lon - d_lon AS b_lon
    FROM points
    CROSS JOIN (VALUES (0, 0, 0), (1, 1e-6, 1e-6), (2, -1e-6, 1e-6), (3, 1e-6, -1e-6), (4, -1e-6, -1e-6))
        AS nudges (nudge, d_lat, d_lon)
),
cells AS (
    SELECT
        tuple_id, nudge,
        arg_max(h3_cell(a_lat, a_lon, resolution), resolution)
            FILTER (h3_cell(a_lat, a_lon, resolution) = h3_cell(b_lat, b_lon, resolution)) AS cell
    FROM nudged
    CROSS JOIN (SELECT range::INTEGER AS resolution FROM range(16))
    WHERE grid = 'h3'
    GROUP BY tuple_id, nudge
    UNION ALL
    SELECT tuple_id, nudge, s2_common(a_lat, a_lon, b_lat, b_lon)
    FROM nudged
    WHERE grid = 's2'
)
SELECT
    tuple_id,
    max(cell) FILTER (nudge = 0) AS answer,
    CASE
        WHEN answer IS NULL THEN 'no common cell'
        WHEN count(DISTINCT cell) > 1 OR count(cell) < 5 THEN 'a point lies near the edge of a cell'
    END AS reject
FROM cells
GROUP BY tuple_id
