-- The distance, and the year that the event falls in.
WITH distances AS (
    SELECT
        tuple_id,
        km_to(b.lat, b.lon, a.geom) AS km,
        left(a.start, 10) AS first,
        left(coalesce(a."end", a.start), 10) AS last
    FROM tuples
    JOIN place a ON a.id = event_A
    JOIN place b ON b.id = entity_B
)
SELECT
    tuple_id,
    km AS answer,
    struct_pack("from" := left(first, 4) || '-01-01', "to" := left(last, 4) || '-12-31') AS parameters,
    CASE
        WHEN km < 0.05 THEN 'the event reached B'
        WHEN try_cast(first AS DATE) IS NULL OR try_cast(last AS DATE) IS NULL THEN 'no day is known'
        WHEN left(first, 4) <> left(last, 4) THEN 'the event fell in two years'
    END AS reject
FROM distances
