"""The layout of a game drawn from its rules: positions, betting areas, inscriptions, where shoe and rack stand."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, cos, radians, sin

from pitboss.rules.rules import Rules
from pitboss.rules.subjects.layout import DealtFrom, Place

WIDTH, HEIGHT = 880, 500
MIDDLE, TOP = WIDTH / 2, 36
REACH_X, REACH_Y = 350, 372  # of the arc on which the positions lie
ENDS = (26, 154)  # degrees of the first and last position, seen from the players' side
CIRCLE, STEP = 31, 50  # a bet's circle; from one area of a position to the next, towards the dealer
AREA, AREA_ABREAST, AREA_ROWS = 70, 60, 2  # how wide an area is, alone in its row or not; rows of them
LINE_MOST, ARC_MOST = 11, 62  # characters that fit into an area, and on the first arc of inscriptions
INK = "#f3ead2"
# The dealer sits at the top and faces the reader: what is on the dealer's right is drawn on the left.
SIDES = {Place.DEALERS_RIGHT: 92, Place.DEALERS_LEFT: WIDTH - 92, Place.DEALERS_SIDE: 92}


def areas(rules: Rules) -> dict[str, bool]:
    """The betting areas of each position, and whether a text asks for them; last those of side wagers."""
    found = {str(area): bool(rules.cites("betting_areas")) for area in rules.layout.betting_areas} or {"Bet": False}
    return found | {kind.name: bool(kind.clauses.area) for kind in rules.side_wagers if kind.area}


def felt(rules: Rules) -> str:
    """The whole layout as SVG, seen from the players' side; box 1 is at the dealer's left."""
    shape = f"M14 {TOP} H{WIDTH - 14} C{WIDTH - 14} 640 14 640 14 {TOP} Z"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="The layout of {escape(rules.title, quote=True)}" '
        'font-family="Arimo, \'Liberation Sans\', Arial, sans-serif" text-anchor="middle">',
        f'<path d="{shape}" fill="#0b5d3b" stroke="#5b3a21" stroke-width="12"/>',
        f'<rect x="{MIDDLE - 130}" y="{TOP + 8}" width="260" height="30" rx="5" fill="#083f29" stroke="{INK}"/>',
        _text(MIDDLE, TOP + 28, "table inventory", 12),
        *_furniture(rules),
        _text(MIDDLE, TOP + 84, rules.title, min(25, 650 / len(rules.title)), 'font-weight="700"'),
        *_arcs(rules.on_felt),
        *_positions(rules),
        "</svg>",
    ]
    return "".join(parts)


def _text(x: float, y: float, words: str, size: float, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{INK}" {more}>{escape(words)}</text>'


def _furniture(rules: Rules) -> Iterator[str]:
    """The discard rack and what the cards come from, each where the text puts it, and the card reader."""
    layout = rules.layout
    rack = SIDES.get(layout.rack_place, SIDES[Place.DEALERS_RIGHT])
    shoe = SIDES.get(layout.shoe_place, WIDTH - rack)
    if shoe == rack:
        shoe = WIDTH - rack
    things = [(rack, "discard rack")]
    if layout.dealt_from is DealtFrom.SHOE:
        things.append((shoe, "dealing shoe"))
    for x, name in things:
        yield f'<rect x="{x - 46}" y="{TOP + 8}" width="92" height="30" rx="5" fill="none" stroke="{INK}"/>'
        yield _text(x, TOP + 27, name, 11.5)
    if layout.card_reader:
        yield f'<rect x="{MIDDLE + 150}" y="{TOP + 12}" width="84" height="24" rx="4" fill="none" stroke="{INK}"/>'
        yield _text(MIDDLE + 192, TOP + 28, "card reader", 11.5)


def _rows(inscriptions: Sequence[str]) -> list[str]:
    """Inscriptions in rows: short ones together."""
    found: list[str] = []
    for words in inscriptions:
        if found and len(found[-1]) + len(words) + 3 <= ARC_MOST:
            found[-1] += f" \N{MIDDLE DOT} {words}"
        else:
            found.append(words)
    return found


def _arcs(inscriptions: Sequence[str]) -> Iterator[str]:
    for at, words in enumerate(_rows(inscriptions)):
        y = TOP + 106 + 25 * at
        size = min(17, 800 / len(words))
        yield f'<path id="felt-arc-{at}" d="M215 {y} q225 50 450 0" fill="none"/>'
        told = f'<textPath href="#felt-arc-{at}" startOffset="50%">{escape(words)}</textPath>'
        yield f'<text font-size="{size:.1f}" fill="{INK}">{told}</text>'


def _positions(rules: Rules) -> Iterator[str]:
    many = rules.layout.positions
    (bet, _), *others = areas(rules).items()
    # Two rows at most: a third would lie under the discard rack and over the inscriptions.
    abreast = max(1, ceil(len(others) / AREA_ROWS))
    wide = AREA if abreast == 1 else AREA_ABREAST
    for box in range(1, many + 1):
        angle = ENDS[0] + (ENDS[1] - ENDS[0]) * ((box - 1) / (many - 1) if many > 1 else 0.5)
        out_x, out_y = cos(radians(angle)), sin(radians(angle))
        x, y = MIDDLE + REACH_X * out_x, TOP + 6 + REACH_Y * out_y
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{CIRCLE}" fill="none" stroke="{INK}" stroke-width="2"/>'
        yield from _label(x, y, bet)
        yield _text(x + 46 * out_x, y + 46 * out_y + 4, str(box), 13, 'font-weight="700"')
        for at, (name, asked_for) in enumerate(others):
            row, place = divmod(at, abreast)
            beside = (place - (min(abreast, len(others) - row * abreast) - 1) / 2) * (wide + 4)
            # All on the dealer's side of the bet.
            side_x, side_y = x - 12 * (row + 1) * out_x + beside, y - 6 - (STEP - 4) * (row + 1)
            yield f'<rect x="{side_x - wide / 2:.1f}" y="{side_y - 16:.1f}" width="{wide}" height="32" rx="15" '
            yield f'fill="none" stroke="{INK}" stroke-dasharray="{"none" if asked_for else "4 3"}"/>'
            yield from _label(side_x, side_y, name)


def _label(x: float, y: float, name: str) -> Iterator[str]:
    """A name in as many lines as it needs."""
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= LINE_MOST:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    size = 11 if len(lines) < 3 else 9.5
    for at, words in enumerate(lines):
        yield _text(x, y + 4 + (at - (len(lines) - 1) / 2) * (size + 1), words, size)
