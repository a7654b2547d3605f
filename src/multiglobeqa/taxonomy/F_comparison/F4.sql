WITH reach AS (
    SELECT
        tuple_id, value, direction, class_A, entity_B, entity_C, b.lat, b.lon,
        unnest(h3_disk(b.lat, b.lon, 1.02 * value)) AS h3
    FROM tuples
    JOIN place b ON b.id = entity_B
),
members AS (
    SELECT
        tuple_id, value, m.id, m.name,
        distance_km(reach.lat, reach.lon, m.lat, m.lon) AS km,
        CASE direction
            WHEN 'north' THEN m.lat - c.lat
            WHEN 'south' THEN c.lat - m.lat
            WHEN 'east' THEN delta_lon(c.lon, m.lon)
            WHEN 'west' THEN delta_lon(m.lon, c.lon)
        END AS beyond
    FROM reach
    JOIN typed m ON m.h3 = reach.h3 AND m.class = class_A AND m.id NOT IN (entity_B, entity_C)
    JOIN place c ON c.id = entity_C
)
SELECT
    tuple_id,
    coalesce(list(id ORDER BY id) FILTER (km <= value AND beyond > 0), []) AS entities,
    CASE
        WHEN bool_or(nearly_equal(km, value)) THEN 'a member lies near the limit'
        WHEN bool_or(km <= value AND abs(beyond) <= 1e-4) THEN 'a member lies beside C'
        WHEN len(entities) = 0 THEN 'no member'
        WHEN len(entities) > 12 THEN 'too many members'
        WHEN count(*) FILTER (km <= value AND beyond > 0 AND name IS NULL) > 0
        THEN 'a member has no unique name'
    END AS reject
FROM members
GROUP BY tuple_id
