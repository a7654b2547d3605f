-- The places, the country, and all that border it.
WITH home AS (
    SELECT tuple_id, country.id, country.neighbours
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN country ON country.iso3 = a.country
)
SELECT tuple_id, entity_A AS entity, ['class', 'country'] AS facts
FROM tuples
UNION ALL
SELECT tuple_id, unnest([entity_B, entity_C]), ['class', 'point']
FROM tuples
UNION ALL
SELECT tuple_id, id, ['class', 'touches']
FROM home
UNION ALL
SELECT tuple_id, unnest(neighbours), ['class', 'point']
FROM home
