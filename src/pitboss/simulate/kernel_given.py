"""Rounds from cards given in order, one after another: for comparing the kernel with other engines."""

from pitboss.simulate.box import CHANCE_HAND, DOUBLED_HAND
from pitboss.simulate.boxes import result_of
from pitboss.simulate.constants import BOXES
from pitboss.simulate.machine_words import I32, U32, Bytes, Hands, Rows
from pitboss.simulate.round import outcome_of, play_round
from pitboss.simulate.shoe import COMPLETE
from pitboss.simulate.sides import dealers_lines, side_lines
from pitboss.simulate.stream import split_parts
from pitboss.simulate.target_cpu import jit, kernel, u32, word
from pitboss.simulate.worth import parts

# Cards used, up card, insurance, whether the shoe ran out and what was shuffled then (words and how many);
# then for each box: insured, side wagers collected, and what bet, Double Attack, splits, doubles, Second Chances got,
# and the lines of its side wagers.
GIVEN_ROW = 10
GIVEN_BOX = 8


@jit
def box_parts(hands: Hands, formed: U32, attack: I32, dealer: I32) -> tuple[I32, I32, I32, I32, I32]:
    """What the wagers of a box got: bet, Double Attack, splits, doubles, Second Chances."""
    hand = u32(hands)
    doubled, chance = u32(u32(hand >> DOUBLED_HAND) & u32(1)), u32(u32(hand >> CHANCE_HAND) & u32(1))
    bet, attacked, double, chances = parts(outcome_of(hand, u32(0), formed, dealer), attack, doubled, chance)
    _, _, on_splits, _, on_doubles, _, on_chances = split_parts(hands, formed, attack, dealer)
    if formed == u32(1):
        return bet, attacked, on_splits, double, chances
    return bet, attacked, on_splits, on_doubles, on_chances


@kernel
def play_given(cards: Rows, starts: Rows, rows: Rows, of_box: Rows, tables: Bytes, shoes: Rows, out: Rows) -> None:
    """Play a round from each start and write what came of it; `shoes` has the cards left and the rack before it."""
    for n in range(len(starts)):
        words = (word(shoes[n, 1]), word(shoes[n, 2]), word(shoes[n, 3]), word(shoes[n, 4]), word(shoes[n, 5]))
        rack = (words[0], words[1], words[2], words[3], words[4], u32(shoes[n, 6]), COMPLETE)
        s = (cards, u32(starts[n]), u32(shoes[n, 0]), rack, rack)
        s, shown, insurance, dealer, one = play_round(s, rows, of_box, (tables, tables, tables, tables))
        s, of_dealer, faces = dealers_lines(s, shown, rows)
        for b in range(BOXES):
            at = GIVEN_ROW + GIVEN_BOX * b
            attack, insured, hands, formed, collected, _, _ = result_of(one, rows, b)
            s, lines, faces = side_lines(s, one, rows, b, shown, (of_dealer, faces))
            out[n, at], out[n, at + 1], out[n, at + 7] = insured, collected, lines
            found = box_parts(hands, formed, attack, dealer)
            for k in range(5):
                out[n, at + 2 + k] = found[k]
        out[n, 0], out[n, 1], out[n, 2], out[n, 3] = s[1] - starts[n], shown[0], insurance, s[3][6]
        out[n, 4], out[n, 5], out[n, 6], out[n, 7], out[n, 8], out[n, 9], _ = s[4]
