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

-- A geometry in metres on the equal-area plane that touches the Earth at its centroid.
CREATE OR REPLACE TEMP MACRO equal_area(lon, lat) AS
    '+proj=laea +lat_0=' || lat || ' +lon_0=' || lon || ' +datum=WGS84 +units=m';
CREATE OR REPLACE TEMP MACRO flat(geom) AS ST_Transform(
    geom, 'EPSG:4326', equal_area(ST_X(ST_Centroid(geom)), ST_Y(ST_Centroid(geom)))
);

-- A geometry with its longitudes times a factor: degrees as long both ways, where that is the cosine
-- of the latitude.
CREATE OR REPLACE TEMP MACRO stretched(geom, factor) AS ST_Affine(geom, factor, 0, 0, 1, 0, 0);

-- The place on a geometry that is nearest to a point: found in the projection that keeps distances
-- from that point, then put onto the edge, which is straight in longitude and latitude.
CREATE OR REPLACE TEMP MACRO equidistant(lat, lon) AS
    '+proj=aeqd +lat_0=' || lat || ' +lon_0=' || lon || ' +datum=WGS84 +units=m';
CREATE OR REPLACE TEMP MACRO nearest_on(geom, lat, lon) AS ST_ClosestPoint(
    geom,
    ST_Transform(
        ST_ClosestPoint(
            ST_Transform(geom, 'EPSG:4326', equidistant(lat, lon)), ST_Point(0, 0)
        ),
        equidistant(lat, lon), 'EPSG:4326'
    )
);

-- Kilometres from a point to a geometry.
CREATE OR REPLACE TEMP MACRO km_between(lat, lon, point) AS
    distance_km(lat, lon, ST_Y(point), ST_X(point));
CREATE OR REPLACE TEMP MACRO km_to(lat, lon, geom) AS
    km_between(lat, lon, nearest_on(geom, lat, lon));

-- The box around a point that reaches at least so many kilometres to all sides.
CREATE OR REPLACE TEMP MACRO around(lon, lat, km) AS ST_MakeEnvelope(
    lon - 1.01 * km / 110.5 / cos(radians(least(abs(lat) + km / 110.5, 89))),
    lat - 1.01 * km / 110.5,
    lon + 1.01 * km / 110.5 / cos(radians(least(abs(lat) + km / 110.5, 89))),
    lat + 1.01 * km / 110.5
);

-- What of an area the place nearest to a point may lie in: no farther than the nearest one on the
-- plane. Across the antimeridian, all of it.
CREATE OR REPLACE TEMP MACRO within_box(geom, box) AS
    CASE WHEN ST_XMin(box) < -180 OR ST_XMax(box) > 180 THEN geom ELSE ST_Intersection(geom, box) END;
CREATE OR REPLACE TEMP MACRO near_part(lat, lon, geom) AS within_box(
    geom, around(lon, lat, 1 + km_between(lat, lon, ST_ClosestPoint(geom, ST_Point(lon, lat))))
);

-- The same to the boundary of an area, where it is up to so many kilometres; farther away, a rough
-- figure that is no greater, at a fraction of the cost.
CREATE OR REPLACE TEMP MACRO km_to_boundary(lat, lon, area, up_to) AS CASE
    WHEN ST_Distance(ST_Boundary(area), ST_Point(lon, lat)) * 110.5 * cos(radians(lat)) > up_to
        THEN ST_Distance(ST_Boundary(area), ST_Point(lon, lat)) * 110.5 * cos(radians(lat))
    ELSE km_to(lat, lon, ST_Boundary(area))
END;

-- Geodesic measures, in kilometres and square kilometres.
CREATE OR REPLACE TEMP MACRO area_km2(geom) AS ST_Area_Spheroid(geom) / 1e6;
CREATE OR REPLACE TEMP MACRO perimeter_km(geom) AS ST_Perimeter_Spheroid(geom) / 1000;
CREATE OR REPLACE TEMP MACRO length_km(geom) AS ST_Length_Spheroid(geom) / 1000;

-- Polsby-Popper; 1 minus width over length of the minimum rotated rectangle.
CREATE OR REPLACE TEMP MACRO compactness(geom) AS
    4 * pi() * ST_Area_Spheroid(geom) / pow(ST_Perimeter_Spheroid(geom), 2);
CREATE OR REPLACE TEMP MACRO side(rectangle, n) AS ST_Distance(
    ST_PointN(ST_ExteriorRing(rectangle), n), ST_PointN(ST_ExteriorRing(rectangle), n + 1)
);
CREATE OR REPLACE TEMP MACRO rectangle_elongation(rectangle) AS
    1 - least(side(rectangle, 1), side(rectangle, 2))
        / greatest(side(rectangle, 1), side(rectangle, 2));
CREATE OR REPLACE TEMP MACRO elongation(geom) AS
    rectangle_elongation(ST_MinimumRotatedRectangle(flat(geom)));

-- Apart, but by less than a jitter of the coordinates: too near to ask whether they meet. Only what
-- lies in boxes that meet is measured.
CREATE OR REPLACE TEMP MACRO nearly_meets(a, b) AS CASE
    WHEN NOT ST_Intersects_Extent(ST_Expand(a, 1e-5), b) THEN false
    WHEN ST_Intersects(a, b) THEN false
    ELSE ST_Distance(a, b) < 1e-5
END;
