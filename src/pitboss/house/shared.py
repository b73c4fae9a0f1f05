"""One message of facts for all who watch: written once, with each viewer's own put into it."""

import msgspec

from pitboss.house.protocol import Facts, Range, Spot, encode


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a message of facts: what one player may do now, as `Table` explains it."""

    amounts: dict[str, Range] = {}
    spots: tuple[Spot, ...] = ()
    boxes_most: int = 0
    offers: tuple[str, ...] = ()


class Shared:
    """A message of facts for everybody: what all of them see is written once, what is somebody's own is put into it.

    The places for it are found by what nobody's own looks like. Inside a string a quote is escaped, so nothing that
    anybody is called or says looks like them.
    """

    def __init__(self, told: Facts) -> None:
        """From the message as nobody in particular would hear it."""
        self._head, rest = encode(told).split(_NO_VIEWER, 1)
        self._body, self._tail = rest.removesuffix(_NOTHING_OWN).split(_NOTHING_ALLOWED, 1)

    def heard_by(self, viewer: bytes, may: bytes, own: Own | None = None) -> bytes:
        """The message as one viewer hears it; the first two in JSON."""
        ends = _NOTHING_OWN if own is None else encode(own)[1:]
        return b'%b"viewer":%b,%b"may":%b,%b%b' % (self._head, viewer, self._body, may, self._tail, ends)


_NO_VIEWER, _NOTHING_ALLOWED, _NOTHING_OWN = b'"viewer":"",', b'"may":[],', encode(Own())[1:]
