"""When entities of KnowWhereGraph are, and inside what: steps in SQL over its facts.

They read the tables that `multiglobeqa.kg.knowwheregraph_entities` makes.
"""

# The SQL below is put together from this module's own constants.
# ruff: noqa: S608

from __future__ import annotations

from multiglobeqa.kg.knowwheregraph_terms import ONTOLOGY, PART_OF, SOSA, TIME

TIMED = f"""
CREATE TABLE instant AS
WITH written AS (
    SELECT subject AS node, arg_max(object, (length(object), object)) AS moment FROM fact
    WHERE starts_with(predicate, '{TIME}inXSD') AND kind = 'literal' GROUP BY subject
),
named AS (  -- a time that nothing is said of: time.2012-10-04
    SELECT DISTINCT
        object AS node,
        regexp_extract(object, 'time\\.([0-9]{{4}}(-[0-9]{{2}}){{0,2}})$', 1) AS moment
    FROM fact WHERE kind = 'iri' AND contains(object, '/time.')
)
SELECT node, moment FROM written
UNION ALL SELECT node, moment FROM named
WHERE moment <> '' AND node NOT IN (SELECT node FROM written);

CREATE TABLE extent AS
SELECT node, moment AS start, moment AS "end" FROM instant
UNION ALL
SELECT subject, b.moment, coalesce(e.moment, b.moment)
FROM (SELECT subject, object FROM fact WHERE predicate = '{TIME}hasBeginning') begun
JOIN instant b ON b.node = begun.object
LEFT JOIN (SELECT subject, object FROM fact WHERE predicate = '{TIME}hasEnd') ended
    USING (subject)
LEFT JOIN instant e ON e.node = ended.object;

CREATE TABLE timed AS
WITH scope AS (
    SELECT id, object AS node FROM fact JOIN observation ON subject = observation.node
    WHERE predicate = '{SOSA}phenomenonTime'
    UNION
    SELECT subject, object FROM fact
    WHERE predicate IN ('{ONTOLOGY}hasTemporalScope', '{SOSA}phenomenonTime')
)
SELECT id, min(start) AS start, max("end") AS "end" FROM scope JOIN extent USING (node) GROUP BY id;
"""

# The level of an administrative region: by its class, its FIPS code or its place in the first
# generation's hierarchy of names (Earth.North_America.United_States.USA.1.1_1).
LEVELS = f"""
CREATE TABLE level AS
WITH region AS (
    SELECT DISTINCT id FROM type WHERE starts_with(class, '{ONTOLOGY}AdministrativeRegion')
),
fips AS (
    SELECT subject AS id, max(length(object)) AS digits FROM fact
    WHERE predicate = '{ONTOLOGY}hasFIPS' GROUP BY subject
),
numbered AS (
    SELECT id, max(regexp_extract(class, 'AdministrativeRegion_([0-9])$', 1)) AS level
    FROM type GROUP BY id
)
SELECT id, CASE
    WHEN level <> '' THEN level::TINYINT
    WHEN contains(id, '/Earth.') AND regexp_matches(id, '\\.[A-Z]{{3}}(\\.[0-9_.]+)?$')
        THEN len(regexp_extract_all(id, '\\.[0-9]+'))::TINYINT
    WHEN digits = 2 THEN 1::TINYINT
    WHEN digits = 5 THEN 2::TINYINT
    WHEN digits = 10 THEN 3::TINYINT
END AS admin_level
FROM region LEFT JOIN fips USING (id) LEFT JOIN numbered USING (id);
"""

# The longest way up to a region tells how far it is: a state that is named beside a county lies
# above the county.
HIERARCHY = f"""
CREATE TABLE up AS
SELECT DISTINCT subject AS id, object AS parent
FROM fact SEMI JOIN parent_link USING (predicate)
WHERE kind = 'iri' AND subject <> object AND subject IN (FROM thing) AND (
    predicate IN ('{PART_OF}', '{ONTOLOGY}partOf', '{ONTOLOGY}locatedIn')
    OR object IN (SELECT id FROM level)
);

CREATE TABLE parents AS
WITH RECURSIVE climb AS (
    SELECT id, parent, 1 AS steps FROM up
    UNION
    SELECT climb.id, up.parent, steps + 1
    FROM climb JOIN up ON up.id = climb.parent
    WHERE steps < 8 AND up.parent <> climb.id
),
far AS (SELECT id, parent, max(steps) AS steps FROM climb GROUP BY id, parent)
SELECT
    far.id,
    list(parent ORDER BY steps, admin_level DESC NULLS LAST, parent) AS parents,
    min({{'level': admin_level, 'name': called.name}}) FILTER (admin_level = 1) AS state,
    min({{'level': admin_level, 'name': called.name}}) FILTER (admin_level = 2) AS county
FROM far
LEFT JOIN level ON level.id = parent
LEFT JOIN called ON called.id = parent
GROUP BY far.id;
"""
