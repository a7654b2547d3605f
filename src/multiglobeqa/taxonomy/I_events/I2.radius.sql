WITH pairs AS (
    SELECT tuple_id, a.radius, m.id, m.name, km_to(a.lat, a.lon, m.geom) AS km
    FROM tuples
    JOIN place a ON a.id = event_A
    JOIN typed m ON ST_Intersects(around(a.lon, a.lat, 1.25 * a.radius), m.geom)
    WHERE m.class = class_A AND a.radius > 0
)
SELECT
    tuple_id,
    coalesce(list(id ORDER BY id) FILTER (km <= pairs.radius), []) AS entities,
    struct_pack(radius := any_value(pairs.radius)) AS parameters,
    CASE
        WHEN bool_or(nearly_equal(km, pairs.radius)) THEN 'a region lies near the radius'
        WHEN len(entities) > 12 THEN 'too many regions'
        WHEN bool_or(km <= pairs.radius AND name IS NULL) THEN 'a region has no unique name'
    END AS reject
FROM pairs
GROUP BY tuple_id
