"""OpenStreetMap files written by hand, for tests."""

from xml.sax.saxutils import quoteattr


class World:
    """Nodes, ways and relations; `write` makes a file of them, sorted as they must be."""

    def __init__(self):
        self.nodes, self.ways, self.relations = {}, {}, {}

    def node(self, identity, lon, lat, **tags):
        self.nodes[identity] = (lon, lat, _keys(tags))
        return identity

    def way(self, identity, refs, **tags):
        self.ways[identity] = (list(refs), _keys(tags))
        return identity

    def line(self, identity, points, **tags):
        """Add a way through points; equal points are one node."""
        places = {(lon, lat): one for one, (lon, lat, _) in self.nodes.items()}
        refs = []
        for point in points:
            if point not in places:
                places[point] = self.node(10_000 + len(self.nodes), *point)
            refs.append(places[point])
        return self.way(identity, refs, **tags)

    def square(self, identity, west, south, size, **tags):
        east, north = round(west + size, 7), round(south + size, 7)
        corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        return self.line(identity, corners, **tags)

    def relation(self, identity, members, **tags):
        """Add a relation of members (type, ref, role)."""
        self.relations[identity] = (list(members), _keys(tags))
        return identity

    def write(self, path):
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6">']
        for one, (lon, lat, tags) in sorted(self.nodes.items()):
            place = f'lon="{lon:.7f}" lat="{lat:.7f}"'
            lines.append(f'<node id="{one}" version="1" {place}>{_tags(tags)}</node>')
        for one, (refs, tags) in sorted(self.ways.items()):
            nodes = "".join(f'<nd ref="{ref}"/>' for ref in refs)
            lines.append(f'<way id="{one}" version="1">{nodes}{_tags(tags)}</way>')
        for one, (members, tags) in sorted(self.relations.items()):
            parts = "".join(
                f'<member type="{kind}" ref="{ref}" role="{role}"/>' for kind, ref, role in members
            )
            lines.append(f'<relation id="{one}" version="1">{parts}{_tags(tags)}</relation>')
        path.write_text("\n".join([*lines, "</osm>"]), "utf-8")
        return path


def _keys(tags):
    return {key.replace("__", ":"): value for key, value in tags.items()}


def _tags(tags):
    return "".join(f"<tag k={quoteattr(k)} v={quoteattr(v)}/>" for k, v in tags.items())
