WITH located AS (
    SELECT
        tuple_id,
        greatest(km_to(a.lat, a.lon, c.geom), km_to(b.lat, b.lon, c.geom)) AS farther_km,
        cos(radians(a.lat)) AS factor,
        ST_LineMerge(c.geom, true) AS merged,
        CASE WHEN ST_GeometryType(merged) = 'LINESTRING' THEN stretched(merged, factor) END AS line,
        length_km(c.geom) AS km,
        ST_LineLocatePoint(line, stretched(ST_Point(a.lon, a.lat), factor)) * km AS at_a,
        ST_LineLocatePoint(line, stretched(ST_Point(b.lon, b.lat), factor)) * km AS at_b
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
    JOIN place c ON c.id = entity_C
)
SELECT
    tuple_id,
    CASE WHEN at_a < at_b THEN 'upstream' ELSE 'downstream' END AS answer,
    CASE
        WHEN farther_km > 0.99 THEN 'the waterway passes not within 1 km of both'
        WHEN line IS NULL THEN 'the waterway is in several pieces'
        WHEN abs(at_a - at_b) < 0.1 THEN 'both lie beside nearly the same point of the waterway'
    END AS reject
FROM located
