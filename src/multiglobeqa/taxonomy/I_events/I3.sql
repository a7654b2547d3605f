-- The time to the precision asked for: so many characters of YYYY-MM-DD.
WITH events AS (
    SELECT
        tuple_id,
        CASE precision WHEN 'day' THEN 10 WHEN 'month' THEN 7 END AS characters,
        left(a.start, characters) AS first,
        left(coalesce(a."end", a.start), characters) AS last,
        try_cast(left(a.start, 10) AS DATE) IS NULL AS undated,
        nearly_meets(a.geom, r.geom) AS nearly,
        ST_Intersects(a.geom, r.geom) AS meets,
        a.dimension = 0 AND coalesce(a.radius, 0) > 0 AND NOT meets
            AND km_to(a.lat, a.lon, r.geom) <= 1.01 * a.radius AS felt
    FROM tuples
    JOIN place a ON a.id = event_A
    JOIN place r ON r.id = entity_A
    WHERE r.dimension = 2
)
SELECT
    tuple_id,
    meets AS premise_holds,
    first AS answer,
    CASE
        WHEN undated THEN 'no day is known'
        WHEN first <> last THEN 'the event lasted longer'
        WHEN nearly THEN 'event and region nearly meet'
        WHEN felt THEN 'felt outside the epicentre''s region'
    END AS reject
FROM events
