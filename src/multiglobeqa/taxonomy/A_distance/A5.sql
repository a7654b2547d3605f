-- Each place is measured once, however many tuples it is in.
WITH asked AS (
    SELECT tuple_id, entity_A, entity_B, entity_C, rank, home.id AS home
    FROM tuples
    JOIN place a ON a.id = entity_A
    JOIN country home ON home.iso3 = a.country
),
places AS (
    SELECT DISTINCT home, unnest([entity_B, entity_C]) AS id FROM asked
),
frontier AS (
    SELECT country.id AS home, n.geom
    FROM (SELECT id, unnest(neighbours) AS neighbour FROM country) AS country
    JOIN country n ON n.id = country.neighbour
),
nearness AS (
    SELECT home, p.id, min(km_to(p.lat, p.lon, near_part(p.lat, p.lon, frontier.geom))) AS km
    FROM places
    JOIN place p USING (id)
    JOIN frontier USING (home)
    GROUP BY home, p.id
)
SELECT
    tuple_id,
    [CASE WHEN (b.km < c.km) = (rank = 'closer') THEN entity_B ELSE entity_C END] AS entities,
    CASE WHEN nearly_equal(b.km, c.km) OR abs(b.km - c.km) < 3 THEN 'nearly a tie' END AS reject
FROM asked
JOIN nearness b ON b.home = asked.home AND b.id = entity_B
JOIN nearness c ON c.home = asked.home AND c.id = entity_C
