WITH parts AS (
    SELECT
        tuple_id, ST_Point(b.lon, b.lat) AS point, ST_Boundary(a.geom) AS boundary,
        unnest(ST_Dump(a.geom)).geom AS part
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
)
SELECT
    tuple_id,
    bool_or(ST_Contains(part, point)) AS premise_holds,
    any_value(
        struct_pack(latitude := ST_Y(ST_Centroid(part)), longitude := ST_X(ST_Centroid(part)))
    ) FILTER (ST_Contains(part, point)) AS answer,
    CASE WHEN min(ST_Distance(boundary, point)) < 1e-5 THEN 'B lies near the boundary' END AS reject
FROM parts
GROUP BY tuple_id
