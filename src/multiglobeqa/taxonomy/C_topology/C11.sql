WITH rings AS (
    SELECT
        tuple_id,
        CASE WHEN ST_GeometryType(a.geom) = 'POLYGON' THEN ST_ExteriorRing(a.geom) END AS ring,
        b.geom
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN place b ON b.id = entity_B
)
SELECT
    tuple_id,
    ST_Contains(ST_MakePolygon(ring), geom) AND NOT ST_Intersects(ring, geom) AS answer,
    CASE
        WHEN ring IS NULL THEN 'A has several parts'
        WHEN nearly_meets(ring, geom) THEN 'B lies near the ring'
    END AS reject
FROM rings
