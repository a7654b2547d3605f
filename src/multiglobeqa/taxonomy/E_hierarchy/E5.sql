WITH ranked AS (
    SELECT
        tuple_id, entity_A, m.id, m.geom,
        CASE rank
            WHEN 'largest' THEN area_km2(m.geom)
            WHEN 'smallest' THEN -area_km2(m.geom)
            ELSE length_km(m.geom)
        END AS size,
        row_number() OVER (PARTITION BY tuple_id ORDER BY size DESC, m.id) AS n,
        nearly_equal(size, lead(size) OVER (PARTITION BY tuple_id ORDER BY size DESC, m.id)) AS tie
    FROM tuples
    JOIN member m ON m.container = entity_C AND m.class = class_B
    WHERE m.dimension = CASE rank WHEN 'longest' THEN 1 ELSE 2 END
)
SELECT
    tuple_id,
    ST_Covers(a.geom, m.geom) AS answer,
    ST_Difference(m.geom, a.geom) AS outside,
    CASE
        WHEN tie THEN 'nearly a tie'
        WHEN NOT answer AND (
            ST_Area(outside) < 1e-4 * ST_Area(m.geom)
            OR ST_Length(outside) < 1e-4 * ST_Length(m.geom)
        ) THEN 'only a sliver of the member lies outside A'
    END AS reject
FROM ranked m
JOIN place a ON a.id = entity_A
WHERE n = 1
