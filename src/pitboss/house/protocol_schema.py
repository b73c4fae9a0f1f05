"""The protocol as JSON Schema, for whoever writes a client."""

from typing import Any

import msgspec

from pitboss.house import protocol
from pitboss.procedure import moves


def schema() -> dict[str, Any]:
    """JSON Schema of everything that is said, and of every move."""
    tops = (*protocol.REQUESTS, *protocol.REPLIES, *moves.every_move().values())
    refs, definitions = msgspec.json.schema_components(tops, ref_template="#/$defs/{name}")
    named = dict(zip(tops, refs, strict=True))
    for kind in moves.every_move().values():  # the house fills in who moves
        name = str(named[kind]["$ref"]).rpartition("/")[2]
        definitions[name]["required"] = [field for field in definitions[name]["required"] if field != "by"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "pitboss over a WebSocket",
        "version": protocol.VERSION,
        "client": {"anyOf": [named[kind] for kind in protocol.REQUESTS]},
        "server": {"anyOf": [named[kind] for kind in protocol.REPLIES]},
        "move": {"anyOf": [named[kind] for kind in moves.every_move().values()]},
        "$defs": definitions,
    }
