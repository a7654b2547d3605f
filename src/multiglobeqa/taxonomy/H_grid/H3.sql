WITH cells AS (
    SELECT
        tuple_id, nudge,
        h3_cell(a.lat + d_lat, a.lon + d_lon, h3_resolution) AS h3,
        s2_token(a.lat + d_lat, a.lon + d_lon, s2_level) AS s2
    FROM tuples
    JOIN place a ON a.id = entity_A
    CROSS JOIN (VALUES (0, 0, 0), (1, 1e-6, 1e-6), (2, -1e-6, 1e-6), (3, 1e-6, -1e-6), (4, -1e-6, -1e-6))
        AS nudges (nudge, d_lat, d_lon)
)
SELECT
    tuple_id,
    struct_pack(h3 := max(h3) FILTER (nudge = 0), s2 := max(s2) FILTER (nudge = 0)) AS answer,
    CASE
        WHEN count(DISTINCT h3) > 1 OR count(DISTINCT s2) > 1
        THEN 'the point lies near the edge of a cell'
    END AS reject
FROM cells
GROUP BY tuple_id
