"""The equipment check when a table opens: each requirement of the text held against what stands there."""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.law import Citation
from pitboss.procedure.moves import FLOORPERSON, CheckEquipment
from pitboss.rules.rules import Rules
from pitboss.rules.subjects.layout import AskedFor, DealtFrom, Place
from pitboss.rules.subjects.shuffle_and_cut import Shuffling

BACKS = ("blue", "red")


def lawful_equipment(rules: Rules) -> CheckEquipment:
    """A table that has everything the text asks for."""
    stack = rules.cards.stack_size()
    shuffler = rules.shuffle.shuffling is not Shuffling.BY_HAND
    return CheckEquipment(
        by=FLOORPERSON,
        positions=rules.layout.positions,
        betting_areas=tuple(map(str, rules.layout.betting_areas)),
        inscriptions=tuple(map(str, rules.layout.inscriptions)),
        side_wager_areas=bool(rules.side_wagers),
        card_reader=rules.layout.card_reader,
        rack_height_cards=stack,
        shuffler=shuffler,
        batch_backs=BACKS[: rules.cards.batches_with_shuffler if rules.shuffle.shuffling is Shuffling.DEVICE else 1],
        cover_cards=rules.cards.cover_cards if rules.cards.cover_cards_exact else max(rules.cards.cover_cards, 1),
    )


class Requirement(NamedTuple):
    """Something the text asks for at this table: whether it is there, and what is said by which clauses where not."""

    met: bool
    code: str
    sentence: str
    clauses: Citation


def requirements(rules: Rules, table: CheckEquipment) -> Iterator[Requirement]:
    """Everything that the text asks to stand on or around this table, held against what stands there."""
    layout, cites = rules.layout, rules.cites

    def by(what: str, name: str) -> Citation:
        """The paragraphs that ask for one thing of several, where the text has each in its own."""
        return what.clauses if isinstance(what, AskedFor) else cites(name)

    fits = 1 <= table.positions <= layout.positions
    yield Requirement(
        fits, "equipment/positions", f"the table may have up to {layout.positions} positions", cites("positions")
    )
    for area in layout.betting_areas:
        sentence = f"the layout lacks the area {area!r}"
        yield Requirement(area in table.betting_areas, "equipment/betting-area", sentence, by(area, "betting_areas"))
    for kind in rules.side_wagers:
        if kind.area:
            sentence = f"the layout lacks an area for the {kind.name} Wager"
            yield Requirement(table.side_wager_areas, f"equipment/{kind.id}-area", sentence, kind.clauses.area)
    for words in layout.inscriptions:
        similar = words in layout.similar_language and table.similar_language_approved
        said = words in table.inscriptions or similar
        sentence = f"the layout does not say {words!r}"
        yield Requirement(said, "equipment/inscription", sentence, by(words, "inscriptions"))
    for name, there, sentence in (
        ("layout_approved", table.layout_approved, "the layout is not approved"),
        ("name_or_logo", table.name_or_logo, "the layout lacks the operator's name or logo"),
        ("odds_shown", table.odds_on_layout_or_sign, "the payout odds are neither on the layout nor on a sign"),
        ("limits_posted", table.limits_posted, "the limits and notices are not posted"),
    ):
        if cites(name):
            yield Requirement(there, f"equipment/{name.replace('_', '-')}", sentence, cites(name))
    if rules.shuffle.own_procedure:
        sentence = "the house's own cutting card procedure and burn are not approved"
        yield Requirement(table.own_procedure_approved, "equipment/own-procedure", sentence, cites("own_procedure"))
    yield from _cards(rules, table)
    yield from _boxes(rules, table)
    yield from _reader_and_rack(rules, table)
    yield from _shoe_and_shuffler(rules, table)


def _cards(rules: Rules, table: CheckEquipment) -> Iterator[Requirement]:
    cards, cites = rules.cards, rules.cites
    in_batches = rules.shuffle.shuffling is Shuffling.DEVICE and cards.batch_backs_differ
    if cites("cards_look"):
        # Of two batches each has its own design: the paragraph on batches says so in place of the one on cards.
        asked_by = (in_batches and cites("batch_backs_differ")) or cites("cards_look")
        yield Requirement(table.cards_alike, "equipment/cards-look", "the cards do not look alike", asked_by)
    if in_batches:
        backs, two = table.batch_backs, len(table.batch_backs) == cards.batches_with_shuffler
        sentence = "the device needs two batches of cards"
        yield Requirement(two, "equipment/batches", sentence, cites("batches_with_shuffler"))
        sentence = "the batches must have backs of different colours"
        yield Requirement(len(set(backs)) == len(backs), "equipment/backs", sentence, cites("batch_backs_differ"))
    wanted = cards.cover_cards
    sentence = f"as many cover cards as {wanted} are needed"
    yield Requirement(table.cover_cards >= wanted, "equipment/cover-card", sentence, cites("cover_cards"))
    if cards.cover_cards_exact:
        sentence = f"no more cover cards than {wanted} may be used"
        yield Requirement(table.cover_cards <= wanted, "equipment/cover-card", sentence, cites("cover_cards_exact"))
    if wanted and cites("cover_card_look"):
        sentence = "the cover card is not opaque, of one colour and distinct"
        yield Requirement(table.cover_card_distinct, "equipment/cover-card-look", sentence, cites("cover_card_look"))
    if wanted and rules.layout.shoe_marked:
        sentence = "the shoe has no mark along which the cutting card is placed"
        yield Requirement(table.shoe_marked, "equipment/shoe-marked", sentence, cites("shoe_marked"))


def _boxes(rules: Rules, table: CheckEquipment) -> Iterator[Requirement]:
    if not rules.layout.drop_and_tip_boxes:
        return
    apart = {table.drop_box_side, table.tip_box_side} == {"left", "right"}
    in_the_way = table.shuffler or table.other_equipment_in_the_way
    elsewhere = in_the_way and table.tip_box_approved_elsewhere and table.drop_box_side in ("left", "right")
    sentence = "drop box and tip box must be on the dealer's side, either side of the dealer"
    yield Requirement(apart or elsewhere, "equipment/drop-box", sentence, rules.cites("drop_and_tip_boxes"))


def _reader_and_rack(rules: Rules, table: CheckEquipment) -> Iterator[Requirement]:
    if rules.layout.card_reader:
        sentence = "the table has no card reader device"
        yield Requirement(table.card_reader, "equipment/card-reader", sentence, rules.cites("card_reader"))
    if rules.layout.rack_height:
        sentence = "no discard rack is attached to the table"
        yield Requirement(table.rack_attached, "equipment/rack", sentence, rules.cites("rack_place"))
        stack = rules.cards.stack_size()
        fits = table.rack_height_cards == stack
        marked = table.rack_height_cards > stack and table.rack_mark_cards == stack
        sentence = f"the discard rack must be {stack} cards high, or higher with a mark at {stack}"
        yield Requirement(fits or marked, "equipment/rack-height", sentence, rules.cites("rack_height"))
    if rules.layout.rack_place is Place.DEALERS_RIGHT:
        sentence = "the discard rack must be at the dealer's right"
        yield Requirement(table.rack_place == "right", "equipment/rack-place", sentence, rules.cites("rack_place"))


def _shoe_and_shuffler(rules: Rules, table: CheckEquipment) -> Iterator[Requirement]:
    from_shoe, place = rules.layout.dealt_from is DealtFrom.SHOE, rules.layout.shoe_place
    if from_shoe and place is Place.DEALERS_LEFT:
        sentence = "the shoe must be at the dealer's left"
        yield Requirement(table.shoe_place == "left", "equipment/shoe-place", sentence, rules.cites("shoe_place"))
    if from_shoe and place is Place.WHERE_APPROVED:
        sentence = "the place of the shoe is not approved"
        yield Requirement(table.shoe_place_approved, "equipment/shoe-place", sentence, rules.cites("shoe_place"))
    if rules.shuffle.shuffling is Shuffling.BY_HAND:
        return
    continuous = rules.shuffle.shuffling is Shuffling.CONTINUOUS
    # Where a device must be used, the paragraph that says so; else the one by which the house chose it.
    chosen = "shuffling" if rules.shuffle.shuffler_required else "shuffler_required"
    cited = rules.cites("continuous_shuffler" if continuous else chosen)
    yield Requirement(table.shuffler, "equipment/shuffler", "the table has no shuffling device", cited)
    # of a device that is no continuous shuffler only New Jersey says it
    cited = rules.cites("continuous_shuffler" if continuous else "own_procedure")
    sentence = "the shuffling device is not approved"
    yield Requirement(table.shuffler_approved, "equipment/shuffler-approval", sentence, cited)
