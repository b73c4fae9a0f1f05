"""What a fact is, whatever it tells."""

import msgspec

from pitboss.law import Citation


def _kebab(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Fact(msgspec.Struct, frozen=True, gc=False, tag_field="fact", tag=_kebab):
    """Something that happened, and the clauses by which it did."""

    clauses: Citation
