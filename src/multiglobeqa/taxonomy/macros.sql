-- The words that the queries of all templates share.

-- Differ by at most 1 %: too near a decision to ask about.
CREATE OR REPLACE TEMP MACRO nearly_equal(x, y) AS abs(x - y) <= 0.01 * greatest(abs(x), abs(y));

-- Degrees of longitude from one meridian to another, the shorter way round: -180 to 180, east positive.
CREATE OR REPLACE TEMP MACRO delta_lon(from_lon, to_lon) AS (to_lon - from_lon + 540) % 360 - 180;

-- Kilometres along the parallel of a latitude (WGS84).
CREATE OR REPLACE TEMP MACRO parallel_km(lat, d_lon) AS
    radians(d_lon) * 6378.137 * cos(radians(lat))
    / sqrt(1 - 0.0066943799901413165 * pow(sin(radians(lat)), 2));

-- Degrees from one bearing to another: -180 to 180, clockwise positive.
CREATE OR REPLACE TEMP MACRO turn(from_bearing, to_bearing) AS
    (to_bearing - from_bearing + 540) % 360 - 180;

-- The 45-degree sector of a bearing, and how many degrees the bearing is from the sector's edge.
CREATE OR REPLACE TEMP MACRO compass(degrees) AS
    ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'][
        1 + floor((degrees + 382.5) % 360 / 45)::INTEGER
    ];
CREATE OR REPLACE TEMP MACRO compass_margin(degrees) AS
    22.5 - abs((degrees + 382.5) % 45 - 22.5);

-- Kilometres between two points no more than some tens of kilometres apart: good to 1 %, enough to
-- draw tuples by, never to answer with.
CREATE OR REPLACE TEMP MACRO rough_km(lat1, lon1, lat2, lon2) AS
    111.2 * sqrt(
        pow(lat2 - lat1, 2) + pow(delta_lon(lon1, lon2) * cos(radians((lat1 + lat2) / 2)), 2)
    );
