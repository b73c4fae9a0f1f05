"""Anybody can make every order again from the seeds and see that the cards dealt were those; nothing altered passes."""

import contextlib
import copy
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.cards import fair
from pitboss.cards import seal as sealing
from pitboss.cards.bits import SeededBits
from pitboss.cards.card import ALL_CARDS, Card
from pitboss.commands import main
from pitboss.procedure import replay
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.procedure.verification import TOLD, Finding, NoFacts, Shoe, shoe_of, verify
from pitboss.procedure.views import facts_for
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.testing.storm import anything, wanted
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PEOPLE = ("ann", "bob", "cat")
SMALL: dict[str, dict[str, object]] = {"double-attack-pa": {"decks": 2}, "double-attack-nj": {"decks": 2}}


def plain(table: Table) -> list[dict[str, Any]]:
    """The facts as a file has them."""
    facts: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(table.facts))
    return facts


class Evening:
    """A table at which every order comes of seeds, in a storm of lawful and unlawful moves, until it closes."""

    def __init__(self, game: str, seed: int, steps: int = 400) -> None:
        self.chance = random.Random(f"{game} {seed}")
        self.table = Table(load(game, SMALL.get(game, {}), {}))
        self.croupier = Croupier(SeededBits(seed), asks_for_seeds=True)
        self.seeds: dict[str, str] = {}
        for box, name in enumerate(PEOPLE, 1):
            self._try(m.Sit(by=name, box=box))
            self._try(m.BuyIn(by=name, cents=5_000_00))
        for _ in range(steps):
            self._step()
        self._try(m.CloseTable(by=m.FLOORPERSON))
        for _ in range(400):
            if not self.table.closed:
                self._step(lawful=True)
        assert self.table.closed, self.table.waiting

    def _pick(self, below: int) -> int:
        return self.chance.randrange(below)

    def _step(self, lawful: bool = False) -> None:
        table = self.table
        if table.closed:
            return
        if m.CommitSeed in table.waiting.may:
            self._try(self.croupier.step(table))
        elif m.PassSeed in table.waiting.may:
            self._try(self._seed(self.chance.choice(table.waiting.by)))
        elif m.Wager in table.waiting.may and not table.state.bets.bets:
            for box, name in enumerate(PEOPLE, 1):
                for move in table.state.family.usual_wagers(table.state, name, box):
                    self._try(move)
            for name in PEOPLE:
                self._try(m.Ready(by=name))
        elif lawful or self._pick(10):
            self._try(wanted(table, self._pick))
        else:
            self._try(anything(table, self._pick))

    def _seed(self, by: str) -> m.Move:
        if self._pick(8) == 0:
            return m.PassSeed(by=by)
        if m.PledgeSeed in self.table.waiting.may:
            self.seeds[by] = f"{self._pick(16**64):064x}"
            return m.PledgeSeed(by=by, pledge=fair.pledge(by, self.seeds[by]))
        return m.GiveSeed(by=by, seed=self.seeds[by])

    def _try(self, move: m.Move | None) -> None:
        if move is None or (isinstance(move, m.CloseTable) and move.by != m.FLOORPERSON):
            return
        with contextlib.suppress(Refused, Malformed):
            self.table.apply(move)

    def told(self) -> list[dict[str, Any]]:
        """What anybody can read when all is opened."""
        return [fact for fact in plain(self.table) if fact["fact"] in TOLD]


def wrong(findings: list[Finding]) -> list[str]:
    """What is wrong, in words."""
    return [finding.sentence for finding in findings if finding.wrong]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_every_order_of_an_evening_is_found_in_order(game: str, seed: int) -> None:
    evening = Evening(game, seed)
    findings = verify(plain(evening.table))
    assert wrong(findings) == []
    made = [finding for finding in findings if "in the order made" in finding.sentence]
    brought = [finding for finding in findings if "was brought" in finding.sentence]
    opened = [fact for fact in evening.table.facts if isinstance(fact, f.SealOpened)]
    assert made
    assert len(made) + len(brought) == len(opened)
    assert [finding.sentence for finding in verify(evening.told())] == [finding.sentence for finding in findings]


ALTERED = {
    "seed-committed": ("commitment",),
    "seed-pledged": ("by", "pledge"),
    "seed-given": ("by", "seed"),
    "seeds-mixed": ("players",),
    "seed-dropped": ("seed",),
    "cards-shuffled": ("seal", "cards"),
    "card-dealt": ("card",),
    "card-burned": ("card",),
    "seal-opened": ("seal", "salt", "order", "cut", "seed", "hands", "lay"),
}


def _other(value: Any) -> Any:
    if isinstance(value, str):
        digit = "1" if value[:1] == "0" else "0"
        return digit + value[1:] if len(value) > 2 else ("2C" if value == "AS" else "AS")
    if isinstance(value, list):
        return [*value[1:], *value[:1]] if len(value) > 1 else ["eve"]
    return (value or 0) + 1


@pytest.mark.parametrize("game", ["double-attack-pa", "five-card-hi-lo-pa", "double-deck-house"])
def test_whatever_is_altered_is_found(game: str) -> None:
    evenings = (Evening(game, seed).told() for seed in range(20))
    told = next(told for told in evenings if any(fact["fact"] == "seed-dropped" for fact in told))
    chance = random.Random(1)
    for kind, names in ALTERED.items():
        places = [at for at, fact in enumerate(told) if fact["fact"] == kind and not _never_opened(fact, told)]
        for name in names if places else ():
            forged = copy.deepcopy(told)
            at = chance.choice(places)
            forged[at][name] = _other(forged[at][name])
            assert forged[at] != told[at]
            assert found(forged), f"{kind}.{name} altered: {told[at]}"


def _never_opened(fact: dict[str, Any], told: list[dict[str, Any]]) -> bool:
    """A pledge that was withheld can be compared with nothing."""
    opened = {fair.pledge(one["by"], one["seed"]) for one in told if one["fact"] == "seed-given"}
    return fact["fact"] == "seed-pledged" and fact["pledge"] not in opened


def found(forged: list[dict[str, Any]]) -> bool:
    """Whether something is said to be wrong."""
    try:
        return bool(wrong(verify(forged)))
    except NoFacts as error:
        return str(error).startswith("fact ")


@pytest.mark.parametrize("dropped", ["seed-committed", "seed-pledged", "seed-given", "cards-shuffled"])
def test_a_fact_left_out_is_found(dropped: str) -> None:
    told = Evening("five-card-hi-lo-pa", 1).told()
    opened = [at for at, fact in enumerate(told) if fact["fact"] == dropped and not _never_opened(fact, told)]
    at = opened[0]
    assert found(told[:at] + told[at + 1 :])


def test_a_pledge_made_after_a_seed_was_opened_is_found() -> None:
    told = Evening("five-card-hi-lo-pa", 1).told()
    first = [
        at for at in range(1, len(told)) if (told[at - 1]["fact"], told[at]["fact"]) == ("seed-pledged", "seed-given")
    ]
    at = next(at for at in first if told[at]["by"] != told[at - 1]["by"])
    later = [*told[: at - 1], told[at], told[at - 1], *told[at + 1 :]]
    assert wrong(verify(later)) == [f"{told[at - 1]['by']} pledges when pledges were closed"]


@pytest.mark.parametrize(
    ("opened", "said"), [(("bob", "ann"), []), (("ann",), ["the order is not made of the seeds of"])]
)
def test_an_order_drawn_without_a_seed_that_was_pledged_is_found(opened: tuple[str, ...], said: list[str]) -> None:
    """Given two pledges, when one is never opened and the order is drawn of the rest, then that is wrong."""
    house, seeds = "cd" * 512, {"ann": "01" * 32, "bob": "02" * 32}
    given = {name: seeds[name] for name in opened}
    order, salt = fair.drawn_order(ALL_CARDS, fair.draws(house, given)), fair.salt_of(house)
    digest = sealing.seal(order, bytes.fromhex(salt)).digest
    told: list[dict[str, Any]] = [
        {"fact": "seed-committed", "by": "dealer", "commitment": fair.commitment(house)},
        *({"fact": "seed-pledged", "by": name, "pledge": fair.pledge(name, seed)} for name, seed in seeds.items()),
        *({"fact": "seed-given", "by": name, "seed": seed} for name, seed in given.items()),
        {"fact": "seeds-mixed", "players": sorted(opened)},
        {"fact": "cards-shuffled", "by": "dealer", "seal": digest, "cards": 52, "batch": "blue"},
        {"fact": "seal-opened", "seal": digest, "salt": salt, "seed": house, "order": [card.code for card in order]},
    ]
    findings = verify(told)
    assert [sentence[:37] for sentence in wrong(findings)] == said
    made = f"52 cards in the order made from the seeds of the house and of {', '.join(sorted(opened))}"
    assert made in [finding.sentence for finding in findings], "by name, not in the order in which they were opened"


def test_a_second_pledge_in_place_of_the_first_is_found() -> None:
    told = Evening("five-card-hi-lo-pa", 1).told()
    at = next(at for at, fact in enumerate(told) if fact["fact"] == "seed-pledged")
    other = told[at] | {"pledge": fair.pledge(told[at]["by"], "ab" * 32)}
    assert f"{other['by']} pledges when pledges were closed" in wrong(verify([*told[:at], other, *told[at:]]))


def test_a_commitment_to_another_seed_in_place_of_one_that_did_not_suit_is_found() -> None:
    told = Evening("five-card-hi-lo-pa", 1).told()
    at = next(at for at, fact in enumerate(told) if fact["fact"] == "seed-pledged")
    other = {"fact": "seed-committed", "clauses": [], "by": "dealer", "commitment": fair.commitment("ab" * 512)}
    assert found([*told[:at], other, *told[at:]])


@pytest.mark.parametrize("value", [None, 7, -1, 1.5, "", "ZZ", [], [7], ["ZZ"], {}, True, "00" * 9])
def test_garbage_in_any_field_is_a_finding_or_one_sentence(value: object) -> None:
    told = Evening("five-card-hi-lo-pa", 1, 60).told()
    first = {fact["fact"]: at for at, fact in reversed(list(enumerate(told)))}
    for at in first.values():
        for name in told[at]:
            forged = copy.deepcopy(told)
            forged[at][name] = value
            with contextlib.suppress(NoFacts):
                verify(forged)


def test_the_shoe_of_a_round_is_verified_by_itself() -> None:
    evening = Evening("double-attack-pa", 2)
    whole = plain(evening.table)
    for seal in [fact["seal"] for fact in whole if fact["fact"] == "cards-shuffled"]:
        part = shoe_of(whole, [seal])
        assert [fact["seal"] for fact in part if fact["fact"] == "cards-shuffled"] == [seal], "of no shoe before it"
        assert part[-1]["seal"] == seal
        findings = verify(part)
        assert wrong(findings) == []
        assert any("left the shoe" in finding.sentence for finding in findings)


def test_an_order_that_is_still_sealed_is_said_to_be_unchecked() -> None:
    told = Evening("double-attack-pa", 2).told()
    last = max(at for at, fact in enumerate(told) if fact["fact"] == "seal-opened")
    assert "is not opened in this record" in verify(told[:last])[-1].sentence


def drawn_in_error() -> tuple[list[dict[str, Any]], int]:
    """Two rounds with cards drawn in error, two of them dealt, one exposed and unused, one dealt in the round after.

    The dealer shows 9S, Ann has 5H 6H, 9D lies in the hole; 2C to 7C come out in error.
    """
    scene = Scene("double-attack-pa", "9S 5H 6H 9D 2C 3C 4C 7C").open().bet().no_attack()
    scene.dealer(m.DrewInError, exposed=False)
    scene.as_player(m.Hit)
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.Hit)
    scene.dealer(m.DrewInError, exposed=False)
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.Stand)
    assert scene.last(f.CardUnused).card == "7C"
    scene.bet()
    assert scene.last(f.CardDealt).card == "4C"
    scene.no_attack().stand_all()
    gone = scene.rules.cards.stack_size() - scene.table.state.cards.shoe.remaining
    scene.floor(m.CloseTable)
    return plain(scene.table), gone


def test_cards_drawn_in_error_have_left_the_shoe_once_whatever_became_of_them() -> None:
    whole, gone = drawn_in_error()
    assert [(one.wrong, one.sentence) for one in verify(whole)] == [
        (False, "this order was brought: no seeds were asked for, and it may have been chosen"),
        (False, f"cut at 192; the {gone} cards that left the shoe are the first of it"),
    ]
    hidden = [{**fact, "card": None} if fact["fact"] == "card-burned" else fact for fact in whole]
    assert verify(hidden)[-1].sentence.endswith(
        f"the {gone} cards that left the shoe are the first of it, 1 of them unseen"
    )


def test_a_card_drawn_in_error_that_no_round_came_for_is_none_of_the_next_shoe() -> None:
    scene = Scene("double-attack-pa", "9S 5H 6H 9D 2C").open().bet().no_attack().stand_all()
    scene.dealer(m.DrewInError, exposed=False)
    scene.floor(m.OrderReshuffle)
    scene.shuffle().do(m.RefuseCut(by="ann"))
    scene.bet().no_attack().stand_all()
    scene.floor(m.CloseTable)
    assert wrong(verify(plain(scene.table))) == []


def test_of_two_cards_drawn_in_error_the_first_is_dealt_first_and_the_other_may_go_unused() -> None:
    scene = Scene("double-attack-pa", "9S 5H 6H 9D 2C 3C 4C 7C 8C 9C").open().bet().no_attack()
    scene.dealer(m.DrewInError, exposed=False)
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.Hit)
    assert scene.last(f.CardDealt).card == "2C"
    scene.as_player(m.Stand)
    assert scene.last(f.CardUnused).card == "3C"
    scene.bet().no_attack().stand_all()
    gone = scene.rules.cards.stack_size() - scene.table.state.cards.shoe.remaining
    scene.floor(m.CloseTable)
    assert f"the {gone} cards that left the shoe are the first of it" in verify(plain(scene.table))[-1].sentence


@pytest.mark.parametrize(
    ("number", "kind", "place"),
    [(1, "card-burned", 0), (3, "card-dealt", 1), (6, "card-drawn-in-error", 0), (9, "card-drawn-in-error", 3)],
)
def test_a_card_that_was_another_is_named_by_its_place_and_nothing_more_is_said_of_the_shoe(
    number: int, kind: str, place: int
) -> None:
    whole, _ = drawn_in_error()
    at = [at for at, fact in enumerate(whole) if fact["fact"] == kind][place]
    lay, whole[at]["card"] = whole[at]["card"], "KD"
    assert [one.sentence for one in verify(whole)[1:]] == [
        f"card {number} that left the shoe was KD, and {lay} lay there"
    ]


def test_more_cards_than_the_shoe_had_and_a_cut_at_no_place_of_it_are_found() -> None:
    whole, gone = drawn_in_error()
    opened = next(fact for fact in whole if fact["fact"] == "seal-opened")
    dealt = next(at for at, fact in enumerate(whole) if fact["fact"] == "card-drawn-in-error")
    unseen = {**whole[dealt], "fact": "card-burned", "card": None}
    stack = len(opened["order"])
    for more, said in ((0, []), (1, [f"{stack + 1} cards left a shoe of {stack}"])):
        end = next(at for at, fact in enumerate(whole) if fact["fact"] == "seal-opened")
        exact = [*whole[:end], *[unseen] * (stack - gone + more), *whole[end:]]
        assert wrong(verify(exact)) == said
        assert len(verify(exact)) == 2, "it is wrong or in order, and not both"
    for place, fits in ((-1, False), (0, True), (stack - 1, True), (stack, False)):
        cut_there = [{**fact, "cut": place} if fact is opened else fact for fact in whole]
        assert (wrong(verify(cut_there)) != ["the cut is at no place of this order"]) is fits


def test_an_order_that_the_seeds_do_not_make_is_not_said_to_be_made_of_them() -> None:
    told = Evening("five-card-hi-lo-pa", 1, 60).told()
    at = next(at for at, fact in enumerate(told) if fact["fact"] == "seal-opened")
    before = [one.sentence for one in verify(told) if one.at == at + 1]
    assert ["in the order made from the seeds" in sentence for sentence in before] == [True, False]
    told[at]["lay"] = told[at]["order"]  # as though by a routine, which gives another order
    after = [one.sentence for one in verify(told) if one.at == at + 1]
    assert after == ["the order is not the one that the seeds make", before[1]]


@pytest.mark.parametrize("game", ["double-attack-pa", "double-deck-house", "five-card-hi-lo-pa"])
def test_an_order_that_the_house_chose_and_sealed_is_found_though_seal_and_cards_agree(game: str) -> None:
    told = Evening(game, 1, 60).told()
    at = next(at for at, fact in enumerate(told) if fact["fact"] == "seal-opened")
    opened, published = told[at], told[at]["seal"]
    order = opened["order"]
    order[-1], order[-2] = order[-2], order[-1]
    sealed = sealing.seal([Card.parse(code) for code in order], bytes.fromhex(opened["salt"])).digest
    for fact in told:
        if fact.get("seal") == published:
            fact["seal"] = sealed
    assert "the order is not the one that the seeds make" in wrong(verify(told))
    assert not any("under seal" in sentence for sentence in wrong(verify(told))), "the seal itself is in order"


def test_a_salt_that_does_not_come_of_the_houses_seed_is_found_though_the_seal_opens() -> None:
    """Given a true order of true seeds, when it was sealed with a salt that was chosen, then that alone is wrong."""
    told = Evening("five-card-hi-lo-pa", 1, 60).told()
    opened = next(fact for fact in told if fact["fact"] == "seal-opened" and fact["seed"])
    published, salt = opened["seal"], "5a" * 32
    chosen = sealing.seal([Card.parse(code) for code in opened["order"]], bytes.fromhex(salt)).digest
    for fact in told:
        if fact.get("seal") == published:
            fact["seal"] = chosen
    opened["salt"] = salt
    assert wrong(verify(told)) == ["the salt of the seal does not come of the house's seed"]


def test_another_order_of_cards_nobody_has_seen_does_not_open_the_seal() -> None:
    """Given an order that was brought, when it is opened with its last two cards exchanged, then that is wrong."""
    whole, _ = drawn_in_error()
    opened = next(fact for fact in whole if fact["fact"] == "seal-opened")
    at = opened["cut"] - 1  # the last card of the shoe
    assert opened["order"][at] != opened["order"][0], "of two cards that differ"
    opened["order"][at], opened["order"][at - 60] = opened["order"][at - 60], opened["order"][at]
    assert wrong(verify(whole)) == [f"the order opened is not the one under seal {opened['seal'][:16]}"]


def test_the_shoe_of_several_seals_begins_with_the_first_of_them() -> None:
    whole = plain(Evening("double-attack-pa", 2).table)
    seals = [fact["seal"] for fact in whole if fact["fact"] == "cards-shuffled"][:3]
    part = shoe_of(whole, seals)
    assert [fact["seal"] for fact in part if fact["fact"] == "cards-shuffled"] == seals
    assert wrong(verify(part)) == []


def test_true_and_false_are_no_numbers_of_cards() -> None:
    whole, _ = drawn_in_error()
    shuffled = next(fact for fact in whole if fact["fact"] == "cards-shuffled")
    with pytest.raises(NoFacts, match="no whole number called cards"):
        verify([shuffled | {"cards": True}])


def test_a_commitment_while_the_one_before_is_not_opened_is_wrong_at_its_place() -> None:
    told = Evening("five-card-hi-lo-pa", 1).told()
    at = next(at for at, fact in enumerate(told) if fact["fact"] == "seed-pledged")
    other = {"fact": "seed-committed", "clauses": [], "by": "dealer", "commitment": fair.commitment("ab" * 512)}
    first = next(one for one in verify([*told[:at], other, *told[at:]]) if one.wrong)
    assert (first.at, first.sentence) == (at + 1, "a new commitment, and the seed of the one before was not opened")


@pytest.mark.parametrize(
    "said",
    [
        {"fact": "seed-pledged", "by": "ann", "pledge": fair.pledge("ann", "01" * 32)},
        {"fact": "seed-given", "by": "ann", "seed": "01" * 32},
        {"fact": "seeds-mixed", "players": []},
        {"fact": "seed-dropped", "by": "dealer", "seed": "cd" * 512},
    ],
    ids=lambda said: said["fact"],
)
def test_a_seed_of_which_the_house_had_not_spoken_first_is_wrong(said: dict[str, Any]) -> None:
    first = next(one for one in verify([said]) if one.wrong)
    assert (first.at, first.sentence) == (1, "a seed where the house had committed to none")


def test_the_shoe_of_a_seal_begins_with_the_first_seed_that_was_committed_to_for_it() -> None:
    """Whoever withholds a seed has another order drawn: the one given up is on the paper, with what was said for it."""
    evenings = (plain(Evening("double-attack-pa", seed).table) for seed in range(20))
    whole = next(told for told in evenings if any(fact["fact"] == "seed-dropped" for fact in told))
    dropped = next(at for at, fact in enumerate(whole) if fact["fact"] == "seed-dropped")
    seal = next(fact["seal"] for fact in whole[dropped:] if fact["fact"] == "cards-shuffled")
    kinds = [fact["fact"] for fact in shoe_of(whole, [seal])]
    assert kinds.index("seed-dropped") > 0, "before it comes what it was committed by"
    assert kinds.count("seed-committed") == kinds.count("seed-dropped") + 1
    assert wrong(verify(shoe_of(whole, [seal]))) == []


@pytest.mark.clause("PA 673a.3(b)")
def test_the_shoe_of_a_stored_batch_opens_no_seal_that_was_published_before_it() -> None:
    """With a device one batch is dealt from while the other lies shuffled, so their facts lie among each other."""
    scene, croupier = Scene("double-back-jack-pa", sets={"shuffling": "device"}).open(), Croupier(SeededBits("ours"))
    for _ in range(3):
        scene.floor(m.OrderReshuffle)
        croupier.serve(scene.table)
        scene.do(m.RefuseCut(by="ann"))
    scene.floor(m.CloseTable)
    whole = plain(scene.table)
    for seal in [fact["seal"] for fact in whole if fact["fact"] == "cards-shuffled"][2:]:
        assert wrong(verify(shoe_of(whole, [seal]))) == []


@pytest.mark.clause("NJ 26.4(f)")
def test_cards_that_came_out_of_the_shoe_for_a_recut_have_not_left_it() -> None:
    scene = Scene("double-attack-nj", "9S KH 9D 9C").open()
    scene.floor(m.OrderRecut)
    while m.Wager not in scene.table.waiting.may:
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    scene.bet().no_attack().no_insurance().stand_all()
    gone = scene.rules.cards.stack_size() - scene.table.state.cards.shoe.remaining
    scene.floor(m.CloseTable)
    findings = verify(plain(scene.table))
    assert wrong(findings) == []
    assert f"the {gone} cards that left the shoe are the first of it" in findings[-1].sentence


@pytest.mark.clause("NJ 26.4(f)", "NJ 26.15(a)")
@pytest.mark.parametrize("honest", [True, False])
def test_a_card_found_face_up_before_a_recut_does_not_lie_there_after_it(honest: bool) -> None:
    """The cards go round past its place; that it was found is on record, and without that the order is another."""
    scene = Scene("double-attack-nj", players=3).sit()
    while m.Cut not in scene.table.waiting.may:
        scene.usual_step()
    scene.do(m.Cut(by="ann", position=100))
    scene.dealer(m.FoundFaceUp)
    scene.floor(m.OrderRecut)
    scene.do(m.Cut(by="ann", position=373))  # some ten cards before the old top
    for _ in range(3):
        scene.bet().no_attack().no_insurance().stand_all()
    scene.floor(m.CloseTable)
    facts = plain(scene.table)
    told = facts if honest else [fact for fact in facts if fact["fact"] != "card-found-face-up"]
    assert bool(wrong(verify(told))) is not honest


@pytest.mark.clause("PA 665a.7(c)")
def test_a_card_drawn_in_error_that_a_new_dealer_burns_has_left_the_shoe_once(tmp_path: Path) -> None:
    """Given an unseen card drawn between rounds, when a new dealer burns it as the next, then nothing is amiss."""
    scene, croupier = Scene("double-attack-pa").sit(), Croupier(SeededBits("ours"), asks_for_seeds=True)
    scene.do(m.ViewSpread(by="ann"))
    scene.do(croupier.step(scene.table))
    scene.do(m.PassSeed(by="ann"))
    scene.do(m.RefuseCut(by="ann"))
    scene.bet().no_attack().no_insurance().stand_all()
    scene.dealer(m.DrewInError, exposed=False)
    scene.floor(m.TapIn, dealer="Sue")
    scene.bet().no_attack().no_insurance().stand_all()
    gone = scene.rules.cards.stack_size() - scene.table.state.cards.shoe.remaining
    scene.floor(m.CloseTable)
    for told in (scene.table.facts, facts_for(scene.table, "a spectator")):
        findings = verify(msgspec.json.decode(msgspec.json.encode(told)))
        assert wrong(findings) == []
        assert f"the {gone} cards that left the shoe are the first of it" in findings[-1].sentence
    facts = [fact for fact in plain(scene.table) if fact["fact"] in TOLD]
    paper = Shoe(table="t1", game="g", title="t", rules_hash="h", facts=facts)
    (tmp_path / "shoe.json").write_bytes(msgspec.json.encode(paper))
    assert by_the_page(tmp_path / "shoe.json").returncode == 0


# --- the command ------------------------------------------------------------------------------------------------------


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The command's exit status and what it says."""
    before, sys.argv = sys.argv, ["pitboss", "verify", *words]
    try:
        main()
        status = 0
    except SystemExit as end:
        status = int(end.code or 0)
    finally:
        sys.argv = before
    said = capsys.readouterr()
    return status, said.out, said.err


def shoe_file(path: Path, game: str = "double-attack-pa", seed: int = 2) -> dict[str, Any]:
    """A shoe on paper, as the house exports it."""
    evening = Evening(game, seed)
    facts = plain(evening.table)
    first = next(fact["seal"] for fact in facts if fact["fact"] == "cards-shuffled")
    paper = Shoe(table="t1", game=game, title=game, rules_hash=evening.table.rules.hash, facts=shoe_of(facts, [first]))
    path.write_bytes(msgspec.json.encode(paper))
    written: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    return written


def test_a_shoe_is_verified_by_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "shoe.json"
    paper = shoe_file(path)
    status, out, _ = run(str(path), capsys=capsys)
    assert status == 0
    assert "cards in the order made from the seeds of the house and of" in out
    assert out.splitlines()[-1].startswith("In order: ")
    at = next(at for at, fact in enumerate(paper["facts"]) if fact["fact"] == "seed-given")
    paper["facts"][at]["seed"] = "00" * 32
    path.write_bytes(msgspec.json.encode(paper))
    status, out, _ = run(str(path), capsys=capsys)
    assert status == 1
    assert f"fact {at + 1}: WRONG: the seed of" in out
    status, out, _ = run(str(path), "--json", capsys=capsys)
    assert status == 1
    assert any(one["wrong"] and one["fact"] == at + 1 for one in json.loads(out))


def test_a_record_of_a_table_is_dealt_again_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening = Evening("double-deck-house", 3)
    path = tmp_path / "record.json"
    path.write_bytes(replay.to_json(replay.record(evening.table)))
    status, out, _ = run(str(path), capsys=capsys)
    assert status == 0
    assert "by the routine, on the cards as they lay" in out
    path.write_bytes(path.read_bytes().replace(evening.table.rules.hash.encode(), b"0" * 64))
    status, _, err = run(str(path), capsys=capsys)
    assert status == 1
    assert "its rules hash is" in err


GARBAGE = [
    *(b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 50_000, b'{"shoe": 1}', b'{"shoe": 2, "facts": []}'),
    b'{"shoe":1,"table":"t","game":"g","title":"t","rules_hash":"h","facts":[]}',
    b'{"shoe":1,"table":"t","game":"g","title":"t","rules_hash":"h","facts":[{}]}',
    b'{"shoe":1,"table":"t","game":"g","title":"t","rules_hash":"h","facts":[{"fact":7}]}',
    b'{"shoe":1,"table":"t","game":"g","title":"t","rules_hash":"h","facts":[{"fact":"cards-shuffled"}]}',
]


@pytest.mark.parametrize("text", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_one_sentence_and_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes) -> None:
    path = tmp_path / "garbage.json"
    path.write_bytes(text)
    status, out, err = run(str(path), capsys=capsys)
    assert (status, out) == (1, "")
    assert err.startswith("pitboss: ")
    assert len(err.splitlines()) == 1


# --- a page of public code --------------------------------------------------------------------------------------------

PAGE = Path(__file__).parents[1] / "docs" / "verify.py"


def by_the_page(path: Path) -> subprocess.CompletedProcess[str]:
    """The program of the docs, alone, by a Python that can import nothing of ours."""
    command = [sys.executable, "-I", "-S", "-c", PAGE.read_text(encoding="utf-8"), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_code_makes_the_same_orders_without_this_program(tmp_path: Path, game: str) -> None:
    path = tmp_path / "shoe.json"
    paper = shoe_file(path, game)
    done = by_the_page(path)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("in the order that the seeds make" in done.stdout) is (game != "double-deck-house")
    assert "cards that left the shoe are its first" in done.stdout
    for kind, name in (
        ("seed-given", "seed"),
        ("seal-opened", "seed"),
        ("seal-opened", "salt"),
        ("card-dealt", "card"),
    ):
        forged = copy.deepcopy(paper)
        fact = next(fact for fact in forged["facts"] if fact["fact"] == kind)
        fact[name] = _other(fact[name])
        path.write_bytes(msgspec.json.encode(forged))
        assert by_the_page(path).returncode == 1, f"{kind}.{name} altered"


def test_the_page_of_code_takes_nothing_but_what_python_has() -> None:
    assert set(re.findall(r"^(?:import|from) (\w+)", PAGE.read_text(encoding="utf-8"), re.M)) == {
        "hashlib",
        "json",
        "sys",
    }
