import pytest

from multiglobeqa.dataset import Triple
from multiglobeqa.geo import Point
from multiglobeqa.geo.geodesy import distance_km
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient

from .making import PUB, ask, iri, place, rectangle, shape, world

KWG = "http://stko-kwg.geog.ucsb.edu/lod/"
TIME = "http://www.w3.org/2006/time#"
SOSA = "http://www.w3.org/ns/sosa/"


def moment(when):
    return f"{KWG}resource/time.{when}"


def instant(when):
    predicate = TIME + ("inXSDDateTime" if "T" in when else "inXSDDate")
    yield Triple(moment(when), predicate, when, "literal")


def event(number, wkt, start, end=None, radius=None):
    """What KnowWhereGraph says of an event."""
    yield from shape(number, wkt, name=f"Event {number}")
    scope = moment(start if end is None else f"{start}.{end}")
    yield Triple(iri(number), KWG + "ontology/hasTemporalScope", scope)
    yield from instant(start)
    if end:
        yield Triple(scope, TIME + "hasBeginning", moment(start))
        yield Triple(scope, TIME + "hasEnd", moment(end))
        yield from instant(end)
    if radius is not None:
        for name, result in (("depth", "12"), ("shakingRadius", radius)):
            observation = iri(f"observation.{number}.{name}")
            observable = f"{KWG}resource/earthquakeObservableProperty.{name}"
            yield Triple(observation, SOSA + "hasFeatureOfInterest", iri(number))
            yield Triple(observation, SOSA + "observedProperty", observable)
            yield Triple(observation, SOSA + "hasSimpleResult", str(result), "literal")


PERIOD = {"from": "2020-01-01", "to": "2020-12-31"}
FIRE = rectangle(0, 0, 1, 1)


def distance(sub_template, triples, period=PERIOD):
    question = ask(sub_template, {"event_A": 1, "entity_B": 2}, parameters=period)
    return solve(question, triples)


@pytest.mark.parametrize("sub_template", ["A3.earthquake", "I1.point"])
def test_distance_to_an_epicentre(sub_template):
    quake = event(1, "POINT (-73.8 40.6)", "2020-05-02T11:00:00Z", radius=40)
    solution = distance(sub_template, world(quake, place(2, -0.5, 51.6)))
    assert solution.value == pytest.approx(5551.7594003, abs=1e-6)


@pytest.mark.parametrize(("b", "nearest"), [((2, 0.5), (1, 0.5)), ((0.5, 0.5), (0.5, 0.5))])
def test_distance_to_a_footprint(b, nearest):
    triples = world(event(1, FIRE, "2020-05-02"), place(2, *b))
    expected = distance_km(Point(*b), Point(*nearest))
    for sub_template in ("A3.fire", "I1.footprint"):
        assert distance(sub_template, triples).value == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize(
    ("start", "end", "falls"),
    [
        ("2020-01-01", None, True), ("2020-12-31T23:59:59Z", None, True),
        ("2019-12-31T23:59:59Z", None, False), ("2021-01-01", None, False),
        ("2020-02-03", "2020-03-01", True), ("2020-12-30", "2021-01-02", False),
        ("2019-12-30T00:00:00Z", "2020-01-02T00:00:00Z", False),
    ],
)  # fmt: skip
def test_the_period(start, end, falls):
    solution = distance("A3.storm", world(event(1, FIRE, start, end), place(2, 5, 5)))
    assert solution.premise_holds is falls
    if not falls:
        assert "is not between 2020-01-01 and 2020-12-31" in solution.proof


@pytest.mark.parametrize("period", [{}, {"from": "2020", "to": "2021"}, {"from": 1, "to": 2}])
def test_a_period_is_of_days(period):
    triples = world(event(1, FIRE, "2020-05-02"), place(2, 5, 5))
    with pytest.raises(Insufficient, match="from is no day"):
        distance("A3.fire", triples, period)


def regions(*shapes):
    return [shape(n, wkt, PUB) for n, wkt in enumerate(shapes, start=10)]


def affected(*facts):
    question = ask("I2.any", {"event_A": 1}, parameters={"class_A": PUB})
    return solve(question, world(*facts)).entities


def test_affected_by_a_footprint():
    around = regions(rectangle(0.5, 0.5, 3, 3), rectangle(1, 0, 2, 1), rectangle(1.1, 0, 2, 1))
    assert affected(event(1, FIRE, "2020-05-02"), *around) == {iri(10), iri(11)}


def test_affected_by_shaking():
    # From 0, 0 the regions are 55.7 km and 111.3 km off; one holds the epicentre.
    around = regions(
        rectangle(0.5, -1, 0.9, 1), rectangle(1, -1, 2, 1), rectangle(-1, -1, 0.1, 1), "POINT (0 0)"
    )
    quake = [
        list(event(1, "POINT (0 0)", "2020-05-02", radius=radius)) for radius in (60, 50, None, 0)
    ]
    around = [list(region) for region in around]
    assert affected(quake[0], *around) == {iri(10), iri(12), iri(13)}
    for smaller in quake[1:]:
        assert affected(smaller, *around) == {iri(12), iri(13)}


@pytest.mark.parametrize("radius", ["far", "-1", "nan"])
def test_a_radius_is_a_distance(radius):
    quake = event(1, "POINT (0 0)", "2020-05-02", radius=radius)
    with pytest.raises(Insufficient, match=r"shaking radius of .* is no"):
        affected(quake, *regions(FIRE))


def hit(precision, triples):
    question = ask(
        f"I3.{precision}",
        {"event_A": 1, "entity_A": 2},
        answer_options={"precision": precision},
    )
    return solve(question, triples)


def test_when_it_hit():
    region = list(shape(2, rectangle(0.5, 0, 2, 1)))
    triples = world(event(1, FIRE, "2020-05-02T22:00:00Z"), region)
    assert [hit(precision, triples).value for precision in ("day", "month", "year")] == [
        "2020-05-02", "2020-05", "2020",
    ]  # fmt: skip
    storm = world(event(1, FIRE, "2020-05-02", "2020-05-09"), region)
    assert hit("month", storm).value == "2020-05"
    assert hit("day", storm).proof == "the event lasted from 2020-05-02 to 2020-05-09"
    with pytest.raises(Insufficient, match="precision"):
        hit("hour", triples)


def test_it_never_touched_the_region():
    triples = world(event(1, FIRE, "2020-05-02"), shape(2, rectangle(2, 2, 3, 3)))
    assert hit("day", triples).proof == "Event 1 never touched Place 2"
    never = solve(ask("I5", {"event_A": 1, "entity_A": 2}), triples)
    assert never.proof == "Event 1 never touched Place 2"


def test_a_time_of_which_nothing_more_is_said_is_told_by_its_name():
    facts = [
        triple for triple in event(1, FIRE, "2020-05-02") if triple.subject != moment("2020-05-02")
    ]
    assert hit("day", world(facts, shape(2, FIRE))).value == "2020-05-02"


def test_a_year_alone_is_no_day():
    with pytest.raises(Insufficient, match="no day of"):
        hit("day", world(event(1, FIRE, "2020"), shape(2, FIRE)))


def test_areas():
    # One degree by one at the equator, by Karney's GeodSolve: 12,308.78 km2.
    triples = world(
        event(1, FIRE, "2020-05-02"), shape(2, rectangle(0.5, -2, 9, 2)), place(3, 0, 0)
    )
    assert solve(ask("I4", {"event_A": 1}), triples).value == pytest.approx(12308.78, abs=0.01)
    part = solve(ask("I5", {"event_A": 1, "entity_A": 2}), triples).value
    assert part == pytest.approx(12308.78 / 2, rel=1e-4)
    with pytest.raises(Insufficient, match="no area"):
        solve(ask("I4", {"event_A": 3}), triples)
