-- The members up to the one after the position asked for, and B and C.
WITH reach AS (
    SELECT tuple_id, position, class_A, entity_B, b.lat, b.lon,
        unnest(h3_disk(b.lat, b.lon, value)) AS h3
    FROM tuples
    JOIN place b ON b.id = entity_B
)
SELECT tuple_id, m.id AS entity, ['class', 'point'] AS facts
FROM reach
JOIN typed m ON m.h3 = reach.h3 AND m.class = class_A AND m.id <> entity_B
QUALIFY row_number() OVER (
    PARTITION BY tuple_id ORDER BY distance_km(reach.lat, reach.lon, m.lat, m.lon), m.id
) <= position + 2
UNION ALL
SELECT tuple_id, unnest([entity_B, entity_C]), ['class', 'point']
FROM tuples
