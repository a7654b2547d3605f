WITH simple AS (
    SELECT
        tuple_id, metric, scale_km,
        flat(geom) AS whole,
        ST_SimplifyPreserveTopology(whole, scale_km * 1000) AS shape,
        ST_Area(shape) AS area,
        ST_Perimeter(shape) AS perimeter
    FROM tuples
    JOIN place ON id = entity_A
)
SELECT
    tuple_id,
    CASE metric
        WHEN 'shape_index' THEN perimeter / (2 * sqrt(pi() * area))
        WHEN 'fractal_dimension' THEN 2 * ln(perimeter / 4) / ln(area)
        WHEN 'convexity' THEN ST_Perimeter(ST_ConvexHull(shape)) / perimeter
        WHEN 'rectangularity' THEN area / ST_Area(ST_MinimumRotatedRectangle(shape))
    END AS answer,
    CASE
        -- A scale beyond the area's own size leaves a triangle of it.
        WHEN scale_km * 1000 > 0.1 * sqrt(ST_Area(whole)) THEN 'smaller than the scale'
        WHEN ST_IsEmpty(shape) OR NOT ST_IsValid(shape) OR area < 0.1 * ST_Area(whole)
        THEN 'the area vanishes in simplification'
        WHEN area < 100 THEN 'very small'
    END AS reject
FROM simple
