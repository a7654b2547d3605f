WITH found AS (
    SELECT
        tuple_id,
        ST_Y(ST_Centroid(geom)) AS lat,
        stretched(geom, cos(radians(lat))) AS plane,
        ST_MaximumInscribedCircle(plane, 1e-7 * sqrt(ST_Area(plane))) AS circle,
        circle['radius'] AS depth,
        -- All points that are nearly as far from the boundary.
        ST_Buffer(plane, -0.99 * depth) AS near,
        stretched(circle['center'], 1 / cos(radians(lat))) AS pole
    FROM tuples
    JOIN place ON id = entity_A
)
SELECT
    tuple_id,
    struct_pack(latitude := ST_Y(pole), longitude := ST_X(pole)) AS answer,
    CASE
        WHEN greatest(ST_XMax(near) - ST_XMin(near), ST_YMax(near) - ST_YMin(near)) > 0.1 * depth
        THEN 'points apart from each other are nearly as far from the boundary'
    END AS reject
FROM found
