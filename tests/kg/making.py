"""Small OpenStreetMap files, written by osmium."""

import osmium
from osmium.osm.mutable import Node


def write_nodes(path, nodes):
    """Write (id, version, (lon, lat), tags) to a file of the kind that its name tells."""
    path.unlink(missing_ok=True)
    with osmium.SimpleWriter(str(path)) as writer:
        for number, version, location, tags in nodes:
            writer.add_node(
                Node(id=number, version=version, location=location, tags=tags, visible=True)
            )
    return path
