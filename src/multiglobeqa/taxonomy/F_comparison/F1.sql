WITH members AS (
    SELECT
        tuple_id,
        m.id,
        m.name,
        m.lon,
        CASE direction WHEN 'north' THEN m.lat WHEN 'south' THEN -m.lat
            WHEN 'east' THEN m.lon WHEN 'west' THEN -m.lon END AS reach,
        row_number() OVER (PARTITION BY tuple_id ORDER BY reach DESC, m.id) AS position
    FROM tuples
    JOIN member m ON m.container = entity_B AND m.class = class_A
)
SELECT
    tuple_id,
    [max(id) FILTER (position = 1)] AS entities,
    CASE
        WHEN max(reach) FILTER (position = 1) - max(reach) FILTER (position = 2) <= 1e-4
        THEN 'nearly a tie'
        WHEN max(lon) - min(lon) >= 180 THEN 'the members span the antimeridian'
        WHEN max(name) FILTER (position = 1) IS NULL THEN 'the member has no unique name'
    END AS reject
FROM members
GROUP BY tuple_id
