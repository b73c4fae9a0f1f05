"""The equipment check when a table opens: each requirement of the text held against what stands there."""

from collections.abc import Iterator

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


Fault = tuple[str, str, Citation]


def faults(rules: Rules, table: CheckEquipment) -> Iterator[Fault]:
    """What is missing or wrong, each with a code and the clauses that ask for it."""
    layout, cites = rules.layout, rules.cites

    def by(what: str, name: str) -> Citation:
        """The paragraphs that ask for one thing of several, where the text has each in its own."""
        return what.clauses if isinstance(what, AskedFor) else cites(name)

    if not 1 <= table.positions <= layout.positions:
        yield "equipment/positions", f"the table may have up to {layout.positions} positions", cites("positions")
    for area in layout.betting_areas:
        if area not in table.betting_areas:
            yield "equipment/betting-area", f"the layout lacks the area {area!r}", by(area, "betting_areas")
    for kind in rules.side_wagers:
        if kind.area and not table.side_wager_areas:
            yield f"equipment/{kind.id}-area", f"the layout lacks an area for the {kind.name} Wager", kind.clauses.area
    for words in layout.inscriptions:
        similar = words in layout.similar_language and table.similar_language_approved
        if words not in table.inscriptions and not similar:
            yield "equipment/inscription", f"the layout does not say {words!r}", by(words, "inscriptions")
    for name, there, sentence in (
        ("layout_approved", table.layout_approved, "the layout is not approved"),
        ("name_or_logo", table.name_or_logo, "the layout lacks the operator's name or logo"),
        ("odds_shown", table.odds_on_layout_or_sign, "the payout odds are neither on the layout nor on a sign"),
        ("limits_posted", table.limits_posted, "the limits and notices are not posted"),
    ):
        if cites(name) and not there:
            yield f"equipment/{name.replace('_', '-')}", sentence, cites(name)
    if rules.shuffle.own_procedure and not table.own_procedure_approved:
        sentence = "the house's own cutting card procedure and burn are not approved"
        yield "equipment/own-procedure", sentence, cites("own_procedure")
    yield from _cards(rules, table)
    yield from _boxes(rules, table)
    yield from _reader_and_rack(rules, table)
    yield from _shoe_and_shuffler(rules, table)


def _cards(rules: Rules, table: CheckEquipment) -> Iterator[Fault]:
    cards, cites = rules.cards, rules.cites
    in_batches = rules.shuffle.shuffling is Shuffling.DEVICE and cards.batch_backs_differ
    if cites("cards_look") and not table.cards_alike:
        # Of two batches each has its own design: the paragraph on batches says so in place of the one on cards.
        asked_by = (in_batches and cites("batch_backs_differ")) or cites("cards_look")
        yield "equipment/cards-look", "the cards do not look alike", asked_by
    if in_batches and len(table.batch_backs) != cards.batches_with_shuffler:
        yield "equipment/batches", "the device needs two batches of cards", cites("batches_with_shuffler")
    elif in_batches and len(set(table.batch_backs)) != len(table.batch_backs):
        yield "equipment/backs", "the batches must have backs of different colours", cites("batch_backs_differ")
    wanted = cards.cover_cards
    if table.cover_cards < wanted:
        yield "equipment/cover-card", f"as many cover cards as {wanted} are needed", cites("cover_cards")
    if cards.cover_cards_exact and table.cover_cards > wanted:
        yield (
            "equipment/cover-card",
            f"no more cover cards than {wanted} may be used",
            cites("cover_cards_exact"),
        )
    if wanted and cites("cover_card_look") and not table.cover_card_distinct:
        sentence = "the cover card is not opaque, of one colour and distinct"
        yield "equipment/cover-card-look", sentence, cites("cover_card_look")
    if wanted and rules.layout.shoe_marked and not table.shoe_marked:
        sentence = "the shoe has no mark along which the cutting card is placed"
        yield "equipment/shoe-marked", sentence, cites("shoe_marked")


def _boxes(rules: Rules, table: CheckEquipment) -> Iterator[Fault]:
    if not rules.layout.drop_and_tip_boxes:
        return
    apart = {table.drop_box_side, table.tip_box_side} == {"left", "right"}
    in_the_way = table.shuffler or table.other_equipment_in_the_way
    elsewhere = in_the_way and table.tip_box_approved_elsewhere and table.drop_box_side in ("left", "right")
    if not apart and not elsewhere:
        yield (
            "equipment/drop-box",
            "drop box and tip box must be on the dealer's side, either side of the dealer",
            rules.cites("drop_and_tip_boxes"),
        )


def _reader_and_rack(rules: Rules, table: CheckEquipment) -> Iterator[Fault]:
    if rules.layout.card_reader and not table.card_reader:
        yield "equipment/card-reader", "the table has no card reader device", rules.cites("card_reader")
    if rules.layout.rack_height:
        stack = rules.cards.stack_size()
        fits = table.rack_height_cards == stack
        marked = table.rack_height_cards > stack and table.rack_mark_cards == stack
        if not table.rack_attached:
            yield "equipment/rack", "no discard rack is attached to the table", rules.cites("rack_place")
        elif not fits and not marked:
            yield (
                "equipment/rack-height",
                f"the discard rack must be {stack} cards high, or higher with a mark at {stack}",
                rules.cites("rack_height"),
            )
    if rules.layout.rack_place is Place.DEALERS_RIGHT and table.rack_place != "right":
        yield "equipment/rack-place", "the discard rack must be at the dealer's right", rules.cites("rack_place")


def _shoe_and_shuffler(rules: Rules, table: CheckEquipment) -> Iterator[Fault]:
    if rules.layout.dealt_from is DealtFrom.SHOE:
        if rules.layout.shoe_place is Place.DEALERS_LEFT and table.shoe_place != "left":
            yield "equipment/shoe-place", "the shoe must be at the dealer's left", rules.cites("shoe_place")
        if rules.layout.shoe_place is Place.WHERE_APPROVED and not table.shoe_place_approved:
            yield "equipment/shoe-place", "the place of the shoe is not approved", rules.cites("shoe_place")
    wanted = rules.shuffle.shuffling is not Shuffling.BY_HAND
    continuous = rules.shuffle.shuffling is Shuffling.CONTINUOUS
    if wanted and not table.shuffler:
        # Where a device must be used, the paragraph that says so; else the one by which the house chose it.
        chosen = "shuffling" if rules.shuffle.shuffler_required else "shuffler_required"
        cited = rules.cites("continuous_shuffler" if continuous else chosen)
        yield "equipment/shuffler", "the table has no shuffling device", cited
    if wanted and not table.shuffler_approved:
        # of a device that is no continuous shuffler only New Jersey says it
        cited = rules.cites("continuous_shuffler" if continuous else "own_procedure")
        yield "equipment/shuffler-approval", "the shuffling device is not approved", cited
