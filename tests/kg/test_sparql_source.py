"""The crawl of a SPARQL endpoint, against a real one on the loopback."""

import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pyoxigraph
import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.kg import sparql_source
from multiglobeqa.kg.knowwheregraph import build_knowwheregraph
from multiglobeqa.kg.snapshot import open_snapshot
from multiglobeqa.kg.sparql_source import read_endpoint
from tests.kg.test_knowwheregraph import GENERATIONS, rows


class Endpoint(ThreadingHTTPServer):
    """Answers the SPARQL 1.1 Protocol out of a store; fails when it is told to."""

    def __init__(self, turtle: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.store = pyoxigraph.Store()
        self.store.load(turtle.encode(), format=pyoxigraph.RdfFormat.TURTLE)
        self.asked: list[str] = []
        self.failures: list[tuple[int, dict[str, str]]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/sparql"


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        query = urllib.parse.parse_qs(body)["query"][0]
        self.server.asked.append(query)
        if self.server.failures:
            status, headers = self.server.failures.pop(0)
            self.send_response(status)
            for header in headers.items():
                self.send_header(*header)
            self.end_headers()
            return
        content = self.server.store.query(query).serialize(
            format=pyoxigraph.QueryResultsFormat.JSON
        )
        self.send_response(200)
        self.send_header("Content-Type", "application/sparql-results+json")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint():
    with Endpoint(GENERATIONS) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def crawl(endpoint, folder, page):
    batches = read_endpoint(endpoint.address, folder, page=page, pause=0)
    return [tuple(row.values()) for batch in batches for row in batch.to_pylist()]


@pytest.mark.parametrize("page", [3, 10, 1000])
def test_pages_of_any_size_hold_every_triple_once(endpoint, tmp_path, page):
    found = crawl(endpoint, tmp_path, page)
    assert len(found) == len(set(found)) == len(endpoint.store)
    if page < 1000:
        assert len(endpoint.asked) > 5


def test_an_endpoint_and_a_file_give_the_same_graph(endpoint, tmp_path):
    # The store writes numbers its own way ("5.0" as "5"): the file is what it holds.
    endpoint.store.dump(
        str(tmp_path / "graph.ttl"),
        pyoxigraph.RdfFormat.TURTLE,
        from_graph=pyoxigraph.DefaultGraph(),
    )
    snapshots = []
    for name, source in (("file", tmp_path / "graph.ttl"), ("live", endpoint.address)):
        build_knowwheregraph([source], tmp_path / name)
        snapshots.append(open_snapshot(tmp_path / name))
    assert rows(snapshots[0]) == rows(snapshots[1])
    counts = [snapshot.manifest["counts"] for snapshot in snapshots]
    assert counts[0]["predicates"] == counts[1]["predicates"]
    assert counts[1]["endpoints"] == [endpoint.address]
    assert not list(tmp_path.glob(".live.pages"))


def test_a_crawl_that_broke_off_goes_on_where_it_stopped(endpoint, tmp_path):
    whole = crawl(endpoint, tmp_path / "whole", 5)
    asked = len(endpoint.asked)
    endpoint.asked.clear()
    batches = read_endpoint(endpoint.address, tmp_path / "part", page=5, pause=0)
    for _ in range(4):
        next(batches)
    before = len(endpoint.asked)
    assert 1 < before < asked
    assert crawl(endpoint, tmp_path / "part", 5) == whole
    assert len(endpoint.asked) == asked  # nothing was asked twice
    assert len(set(endpoint.asked)) == asked


def test_a_busy_endpoint_is_asked_again_when_it_wants(endpoint, tmp_path, monkeypatch):
    waits: list[float] = []
    monkeypatch.setattr(sparql_source.time, "sleep", waits.append)
    endpoint.failures = [(503, {"Retry-After": "7"}), (429, {})]
    found = read_endpoint(endpoint.address, tmp_path, pause=0.5)
    assert sum(batch.num_rows for batch in found) == len(endpoint.store)
    assert waits[:2] == [7.0, 2.0]  # what it asked for, then longer than a usual pause
    assert all(wait >= 0.5 for wait in waits)


@pytest.mark.parametrize(("status", "asked"), [(404, 1), (500, 5)])
def test_an_endpoint_that_fails_is_one_clear_error(endpoint, tmp_path, status, asked):
    endpoint.failures = [(status, {})] * 10
    with pytest.raises(InputError, match=f"answers {status}.* run the same command again"):
        crawl(endpoint, tmp_path, 10)
    assert len(endpoint.asked) == asked


def test_no_endpoint_there(tmp_path):
    with pytest.raises(InputError, match="does not answer"):
        list(read_endpoint("http://127.0.0.1:9/sparql", tmp_path, pause=0))


def test_an_answer_that_is_none(endpoint, tmp_path):
    endpoint.failures = [(200, {"Content-Type": "text/html"})]
    with pytest.raises(InputError, match="SPARQL results in JSON"):
        crawl(endpoint, tmp_path, 10)
    assert not list(tmp_path.glob("*.srj"))


def test_names_cannot_break_out_of_the_query(tmp_path):
    turtle = "".join(f"<http://a/{i}%22)}}> <http://b/'\\u00e9> <http://c> .\n" for i in range(9))
    with Endpoint(turtle.replace("}", "%7D")) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            assert len(crawl(server, tmp_path, 2)) == 9
        finally:
            server.shutdown()
            thread.join()
