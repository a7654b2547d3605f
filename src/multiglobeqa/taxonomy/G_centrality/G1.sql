SELECT
    tuple_id,
    ST_Centroid(geom) AS centre,
    struct_pack(latitude := ST_Y(centre), longitude := ST_X(centre)) AS answer
FROM tuples
JOIN place ON id = entity_A
