"""Queries that draw partners by geometry and hierarchy, in graphs that have them."""

# Half of the tuples get a partner for which the relation holds, where there is one.
MEETING = """
WITH around AS (
    SELECT n, salt, turn, p.id, p.geom, ST_Buffer(ST_Envelope(p.geom), 0.01) AS near
    FROM asked
    JOIN place p ON p.id = "of"
),
partners AS (
    SELECT n, p.id, ST_Intersects(around.geom, p.geom) = (turn % 2 = 0) AS wanted,
        xor(p.key, salt) AS chance
    FROM around
    JOIN place p ON ST_Intersects(around.near, p.geom)
    WHERE p.nameable
        AND p.id <> around.id
        AND p.kind IN (SELECT unnest($kinds))
        AND p.dimension IN (SELECT unnest($dimensions))
)
SELECT n, id
FROM partners
QUALIFY row_number() OVER (PARTITION BY n ORDER BY wanted DESC, chance) = 1
"""

HOLDER = """
WITH held AS (
    SELECT n, salt, turn, p.id, p.country, p.parents
    FROM asked
    JOIN place p ON p.id = "of"
),
holders AS (
    SELECT n, p.id, list_contains(held.parents, p.id) = (turn % 2 = 0) AS wanted,
        xor(p.key, salt) AS chance
    FROM held
    JOIN place p ON p.country = held.country AND p.admin_level IS NOT NULL AND p.dimension = 2
    WHERE p.nameable AND p.id <> held.id AND len(held.parents) > 0
        AND (NOT $always OR list_contains(held.parents, p.id))
)
SELECT n, id
FROM holders
QUALIFY row_number() OVER (PARTITION BY n ORDER BY wanted DESC, chance) = 1
"""

# Where nothing borders a country, one of the three nearest by their centres stands in.
COUNTRY = """
WITH homes AS (
    SELECT n, salt, turn, country.*
    FROM asked
    JOIN place p ON p.id = "of"
    JOIN country ON country.iso3 = p.country
),
others AS (
    SELECT n, salt, c.id, c.key, row_number() OVER (
        PARTITION BY n ORDER BY rough_km(homes.lat, homes.lon, c.lat, c.lon), c.id
    ) AS nearest, len(homes.neighbours) AS bordering
    FROM homes
    JOIN country c ON c.id <> homes.id
        AND (len(homes.neighbours) = 0 OR list_contains(homes.neighbours, c.id))
    WHERE turn % 2 = 1
)
SELECT n, id FROM homes WHERE turn % 2 = 0
UNION ALL
SELECT n, arg_min(id, xor(key, salt)) FROM others WHERE bordering > 0 OR nearest <= 3 GROUP BY n
"""

CLASS_MEETING = """
WITH around AS (
    SELECT n, salt, p.id,
        -- What was felt in a radius reaches as far. Metres as degrees, on the generous side: the
        -- query measures.
        greatest($metres, coalesce(p.radius, 0) * 1000) AS metres,
        CASE WHEN metres > 0
            THEN ST_Buffer(p.geom, metres / 111000.0 / cos(radians(p.lat))) ELSE p.geom END AS geom
    FROM asked
    JOIN place p ON p.id = "of"
),
counted AS (
    SELECT n, any_value(salt) AS salt, p.class
    FROM around
    JOIN typed p ON ST_Intersects(around.geom, p.geom)
    WHERE p.askable
        AND p.id <> around.id
        AND p.kind IN (SELECT unnest($kinds))
        AND p.dimension IN (SELECT unnest($dimensions))
    GROUP BY n, p.class
    HAVING count(*) BETWEEN $least AND $most
)
SELECT n, arg_min(class, xor(md5_number_upper(class), salt)) AS id
FROM counted
GROUP BY n
"""
