WITH simple AS (
    SELECT
        tuple_id, lon, lat,
        flat(geom) AS whole,
        ST_SimplifyPreserveTopology(whole, from_km * 1000) AS fine,
        ST_SimplifyPreserveTopology(whole, to_km * 1000) AS coarse
    FROM tuples
    JOIN place ON id = entity_A
),
centres AS (
    SELECT
        *,
        ST_Transform(ST_Centroid(fine), equal_area(lon, lat), 'EPSG:4326') AS a,
        ST_Transform(ST_Centroid(coarse), equal_area(lon, lat), 'EPSG:4326') AS b
    FROM simple
)
SELECT
    tuple_id,
    distance_km(ST_Y(a), ST_X(a), ST_Y(b), ST_X(b)) AS answer,
    CASE
        WHEN least(ST_Area(fine), ST_Area(coarse)) < 0.1 * ST_Area(whole)
            OR NOT (ST_IsValid(fine) AND ST_IsValid(coarse))
        THEN 'the area vanishes in simplification'
        WHEN answer < 0.01 THEN 'the centroid hardly moves'
    END AS reject
FROM centres
