SELECT
    tuple_id,
    struct_pack(
        west := ST_XMin(geom), south := ST_YMin(geom), east := ST_XMax(geom), north := ST_YMax(geom)
    ) AS answer,
    CASE
        WHEN ST_XMax(geom) - ST_XMin(geom) >= 180 THEN 'spans the antimeridian'
        WHEN ST_XMax(geom) = ST_XMin(geom) OR ST_YMax(geom) = ST_YMin(geom) THEN 'has no area'
    END AS reject
FROM tuples
JOIN place ON id = entity_A
