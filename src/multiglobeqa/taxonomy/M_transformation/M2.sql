WITH points AS (
    SELECT
        tuple_id, grid, resolution, nudge, a.lat + d_lat AS lat, a.lon + d_lon AS lon,
        grid IN ('utm', 'mgrs', 'web_mercator') AND NOT a.lat BETWEEN -80 AND 84 AS polar
    FROM tuples
    JOIN place a ON a.id = entity_A
    CROSS JOIN (VALUES (0, 0, 0), (1, 1e-6, 1e-6), (2, -1e-6, 1e-6), (3, 1e-6, -1e-6), (4, -1e-6, -1e-6))
        AS nudges (nudge, d_lat, d_lon)
),
codes AS (
    SELECT
        *,
        CASE grid
            WHEN 'h3' THEN h3_cell(lat, lon, resolution)
            WHEN 's2' THEN s2_token(lat, lon, resolution)
            WHEN 'geohash' THEN geohash(lat, lon, resolution)
            WHEN 'mgrs' THEN CASE WHEN NOT polar THEN mgrs(lat, lon, resolution) END
            WHEN 'utm' THEN CASE WHEN NOT polar THEN utm(lat, lon).zone END
        END AS code
    FROM points
)
SELECT
    tuple_id,
    CASE any_value(grid)
        WHEN 'utm' THEN any_value(struct_pack(
            zone := utm(lat, lon).zone,
            easting := round(utm(lat, lon).easting, 3),
            northing := round(utm(lat, lon).northing, 3)
        )::JSON) FILTER (nudge = 0)
        WHEN 'web_mercator' THEN any_value(struct_pack(
            x := round(radians(lon) * 6378137, 3),
            y := round(ln(tan(pi() / 4 + radians(lat) / 2)) * 6378137, 3)
        )::JSON) FILTER (nudge = 0)
        ELSE to_json(max(code) FILTER (nudge = 0))
    END AS answer,
    CASE
        WHEN bool_or(polar) THEN 'outside the zones'
        WHEN count(DISTINCT code) > 1 THEN 'the point lies near an edge'
    END AS reject
FROM codes
GROUP BY tuple_id
