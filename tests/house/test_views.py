"""What a viewer is sent is exactly what the procedure's own view of the table gives them."""

import random

import msgspec
import pytest

from pitboss.cards.bits import SeededBits
from pitboss.house import protocol
from pitboss.house.chronicle import NOBODY, Chronicle, make_again
from pitboss.house.shared import Shared
from pitboss.house.telling import own, own_view, sees_more
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.procedure.view_shape import View
from pitboss.procedure.views import facts_for, view
from pitboss.rules.variant import load
from tests import facts as f
from tests import moves as m

NAMES = ("ann", '"viewer":"",', '"may":[],')  # names that look like the places for what is somebody's own
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house", "five-card-hi-lo-pa")


def _news(table: Table, seen: View) -> protocol.Facts:
    mine = msgspec.structs.asdict(own(table, seen.viewer))
    return protocol.Facts(table="t1", at=7, view=seen, facts=(), story=(), clock_ms=None, then=None, **mine)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sent_is_the_procedure_s_own_view(game: str) -> None:
    rng = random.Random(game)
    table, croupier = Table(load(game)), Croupier(SeededBits(1))
    chronicle = Chronicle(table.facts)
    for box, name in enumerate(NAMES, 1):
        for move in (m.Sit(by=name, box=box), m.BuyIn(by=name, cents=2_000_00)):
            make_again(table, chronicle, move, None)
    for _ in range(400):
        if m.Shuffle in table.waiting.may:
            make_again(table, chronicle, croupier.shuffle(table), None)
            continue
        kind = rng.choice(table.waiting.may or (m.Ready,))
        name = rng.choice(table.waiting.by or NAMES)
        box = table.waiting.box or rng.randint(1, 3)
        fields = {"box": box, "cents": 10_00, "position": 30, "cover": True, "player": NAMES[0], "hand": "left"}
        known = {field: value for field, value in fields.items() if field in kind.__struct_fields__}
        try:
            make_again(table, chronicle, kind(by=name, **known), None)
        except (Refused, Malformed, TypeError):
            continue
        public = view(table, NOBODY)
        shared = Shared(_news(table, public))
        for viewer in (*NAMES, "dealer", "a spectator"):
            seen = view(table, viewer)
            assert own_view(table, viewer, public) == seen
            if not sees_more(table, viewer):
                called, may = protocol.encode(viewer), protocol.encode(seen.may)
                whole = protocol.encode(_news(table, seen))
                assert shared.heard_by(called, may, own(table, viewer)) == whole
                if viewer not in NAMES:
                    assert shared.heard_by(called, may) == whole
            raws, story = chronicle.seen_by(viewer, 0)
            assert [bytes(raw) for raw in raws] == [f.to_json(fact) for fact in facts_for(table, viewer)]
            assert len(story) == len(raws)
    assert table.state.round > 3


def test_what_happened_in_a_plug_in_s_game_may_have_words_of_its_own_for_them() -> None:
    table = Table(load(GAMES[0]))
    fact = msgspec.Raw(b'{"fact":"Told","viewer":"","may":[],"clauses":[]}')
    news = msgspec.structs.replace(_news(table, view(table, NOBODY)), facts=(fact, fact))
    heard = msgspec.json.decode(Shared(news).heard_by(b'"ann"', b'["Sit"]'))
    assert (heard["view"]["viewer"], heard["view"]["may"]) == ("ann", ["Sit"])
    assert heard["facts"] == [msgspec.json.decode(fact)] * 2
