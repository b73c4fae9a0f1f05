"""The shoe in registers: cumulative counts in guarded lanes of a few words, a draw in a few operations.

Lane k holds how many cards are worth at least 11 - k, less one, with a guard bit above it. Subtracting a random place
from every lane at once leaves the guard set in exactly those lanes whose count lies above the place: as many lanes as
the card's value less one, and just the lanes that lose a card. The words hold the lanes' complement, so that what is
subtracted is added: a GPU shifts and adds at once. A GPU's words have 32 bits; a processor's have 64, and it counts the
guards in one instruction.

Where a round can need more cards than there are, the discard rack is kept in lanes too, with the cards of hands that
leave the table in the round; it is shuffled when the shoe is empty, and one card burned as after any shuffle.

The ranks of ten-value cards are not drawn with the cards. Nobody decides by them, so they are drawn without replacement
from those not yet looked at when they are first needed; by exchangeability that is the same distribution.
"""

from pitboss.simulate.constants import (
    BURN,
    CARDS,
    CHECKED,
    COUNTING,
    COUNTS,
    DOUBT,
    GIVEN,
    LANE_BITS,
    RACK,
    RUNS_OUT,
    TAGS,
    TEN_RANKS,
)
from pitboss.simulate.draws import below, next_place
from pitboss.simulate.machine_words import I32, U32, U64, Lanes, Rack, Rng, Shoe
from pitboss.simulate.target_cpu import COUNTS_BITS, WORD_BITS, apart, i32, jit, set_bits, u32, u64, word

NARROW = LANE_BITS == 10
EACH = WORD_BITS // LANE_BITS  # lanes in a word
WORDS = -(-9 // EACH)
LANES = word(sum(1 << (LANE_BITS * place) for place in range(EACH)))
GUARD_AT = word(LANE_BITS - 1)
GUARD = word(LANES << GUARD_AT)
TOP_LANE = word(LANE_BITS * (EACH - 1))
BYTE = u32(255)
FROM_GUARDS = u64(0x00802008)  # brings the guards of three lanes, added up, to the upper half of a product


def packed(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The words of a shoe that holds these counts by value, ace first: the complement of its lanes."""
    lanes = [(1 << (LANE_BITS - 1)) - sum(counts[10 - k :]) for k in range(1, 10)] + [1 << (LANE_BITS - 1)] * EACH
    return tuple(
        sum(lane << (LANE_BITS * place) for place, lane in enumerate(lanes[EACH * n :][:EACH])) if n < WORDS else 0
        for n in range(5)
    )


FULL = tuple(word(one) for one in packed(COUNTS))
F0, F1, F2, F3, F4 = FULL
NOT_LOOKED_AT = u32(0xFFFF)  # the face of a card that only its value is known of
TENS = u32(sum(count << (8 * place) for place, count in enumerate(TEN_RANKS)))
ALL = u32(CARDS)


# What one card of each value takes from the words of a rack.
IN_RACK = tuple(
    tuple(none - one for one, none in zip(packed((0,) * g + (1,) + (0,) * (9 - g)), packed((0,) * 10), strict=True))
    for g in range(10)
)
R0, R1, R2, R3, R4 = (tuple(words[place] for words in IN_RACK) for place in range(5))
E0, E1, E2, E3, E4 = (word(one) for one in packed((0,) * 10))
HELD_BITS = 6
# The tags as fields of one word, where they fit: a shift finds one.
TAG_BITS, TAG_LEAST = 3, -4
TAGS_FIT = min(TAGS) >= TAG_LEAST and max(TAGS) < TAG_LEAST + (1 << TAG_BITS)
TAG_FIELDS = u32(sum((tag - TAG_LEAST) << (TAG_BITS * g) for g, tag in enumerate(TAGS)) if TAGS_FIT else 0)
# A lane has lost a card for each that was drawn of its values: by how much the least of them is tagged otherwise than
# the value below it, times what every lane has lost, is the tags of all cards drawn.
LANE = word((1 << LANE_BITS) - 1)
LANE_TAGS = tuple(TAGS[10 - k] - TAGS[9 - k] if k < 10 else 0 for k in range(1, 5 * EACH + 1))
TAGS_OF_FULL = TAGS[0] * CARDS - sum(
    LANE_TAGS[k - 1] * ((1 << (LANE_BITS - 1)) - sum(COUNTS[10 - k :])) for k in range(1, 10)
)
COMPLETE, RAN_OUT, VOID = u32(0), u32(1), u32(2)  # whether the cards of the shoe have lasted for the round


@jit
def shuffled(rng: Rng) -> Shoe:
    """A full shoe, shuffled: the order is the generator's to come."""
    return (F0, F1, F2, F3, F4), ALL, rng, TENS, i32(0), (F0, F1, F2, F3, F4, u32(0), COMPLETE)


@jit
def rack_of(words: Lanes, n: U32) -> Rack:
    """The rack when all cards that are not in the shoe lie in it."""
    w0, w1, w2, w3, w4 = words
    return (
        word(word(F0 - w0) + E0),
        word(word(F1 - w1) + E1),
        word(word(F2 - w2) + E2),
        word(word(F3 - w3) + E3),
        word(word(F4 - w4) + E4),
        u32(ALL - n),
        COMPLETE,
    )


@jit
def tag_of(g: U32) -> I32:
    """What a card adds to the running count."""
    if TAGS_FIT:
        return i32(i32(u32(TAG_FIELDS >> u32(g * u32(TAG_BITS))) & u32((1 << TAG_BITS) - 1)) + TAG_LEAST)
    return i32(TAGS[g])


@jit
def tags_of_word(lanes: U32, first: int) -> I32:
    """What the lanes of a word have in the tags of the cards drawn."""
    found = i32(0)
    for place in range(EACH):
        lane = word(word(lanes >> word(LANE_BITS * place)) & LANE)
        found = i32(found + i32(i32(lane) * i32(LANE_TAGS[first + place])))
    return found


@jit
def tags_drawn(words: Lanes, n: U32) -> I32:
    """The tags of all cards that are not in the shoe."""
    w0, w1, w2, w3, w4 = words
    found = i32(i32(TAGS_OF_FULL) - i32(i32(n) * i32(TAGS[0])))
    found = i32(i32(found + tags_of_word(w0, 0)) + tags_of_word(w1, EACH))
    if WORDS > 2:
        found = i32(found + tags_of_word(w2, 2 * EACH))
    if WORDS > 3:
        found = i32(i32(found + tags_of_word(w3, 3 * EACH)) + tags_of_word(w4, 4 * EACH))
    return found


@jit
def one_card(g: U32) -> U64:
    """A card among held cards, which are counts by value in one integer."""
    return u64(u64(1) << u64(u64(g) * u64(HELD_BITS)))


@apart
def racked(rack: Rack, held: U64) -> Rack:
    """The rack with the cards of a hand."""
    r0, r1, r2, r3, r4, n, state = rack
    for g in range(10):
        many = u32(u64(held >> u64(u64(g) * u64(HELD_BITS))) & u64((1 << HELD_BITS) - 1))
        r0 = word(r0 - word(word(many) * word(R0[g])))
        r1 = word(r1 - word(word(many) * word(R1[g])))
        r2 = word(r2 - word(word(many) * word(R2[g])))
        r3 = word(r3 - word(word(many) * word(R3[g])))
        r4 = word(r4 - word(word(many) * word(R4[g])))
        n = u32(n + many)
    return r0, r1, r2, r3, r4, n, state


@jit
def place_taken(words: Lanes, place: U32) -> tuple[Lanes, U32]:
    """The words without the card at a place, and its value less one."""
    w0, w1, w2, w3, w4 = words
    spread = word(word(place) * LANES)
    d0 = word(~word(w0 + spread) & GUARD)
    d1 = word(~word(w1 + spread) & GUARD)
    d2 = word(~word(w2 + spread) & GUARD) if WORDS > 2 else word(0)
    w0, w1, w2 = word(w0 + word(d0 >> GUARD_AT)), word(w1 + word(d1 >> GUARD_AT)), word(w2 + word(d2 >> GUARD_AT))
    if COUNTS_BITS:
        return (w0, w1, w2, w3, w4), set_bits(word(word(d0 | word(d1 >> word(1))) | word(d2 >> word(2))))
    if NARROW:
        guards = u64(u64(word(word(d0 + d1) + d2)) * FROM_GUARDS)
        return (w0, w1, w2, w3, w4), u32(u32(guards >> u64(32)) & u32(15))
    d3 = word(word(~word(w3 + spread) & GUARD) >> GUARD_AT)
    d4 = word(word(~word(w4 + spread) & GUARD) >> GUARD_AT)
    found = word(word(word(word(d0 >> GUARD_AT) + word(d1 >> GUARD_AT)) + word(d2 >> GUARD_AT)) + word(d3 + d4))
    words = (w0, w1, w2, word(w3 + d3), word(w4 + d4))
    return words, u32(word(word(found * LANES) >> TOP_LANE) & word(15))


@jit
def drawn_from_pool(rng: Rng, pool: U32) -> tuple[Rng, U32, U32]:
    """One of four kinds without replacement from a pool of four counts in a word."""
    a, b, c = u32(pool & BYTE), u32(u32(pool >> u32(8)) & BYTE), u32(u32(pool >> u32(16)) & BYTE)
    left = u32(u32(u32(a + b) + c) + u32(pool >> u32(24)))
    rng, place = below(rng, left)
    kind = u32(0)
    if place >= a:
        kind = u32(1)
        if place >= u32(a + b):
            kind = u32(2)
            if place >= u32(u32(a + b) + c):
                kind = u32(3)
    return rng, u32(pool - u32(u32(1) << u32(kind * u32(8)))), kind


if GIVEN:
    # Cards are given in order as value - 1, rank << 4, suit << 8; the shoe is (cards, how many are out, how many there
    # are before it is empty, rack, the rack that was shuffled).

    @jit
    def draw(s: Shoe) -> tuple[Shoe, U32, U32]:
        """The next card given: its value less one, and its face."""
        cards, place, left, rack, mixed = s
        if RACK:
            if left == u32(0) and rack[6] != VOID:
                left = u32(rack[5])
                mixed = rack if left > u32(BURN) else mixed
                rack = (E0, E1, E2, E3, E4, u32(0), VOID if left <= u32(BURN) else RAN_OUT)
                for _ in range(BURN if left > u32(BURN) else 0):
                    rack = racked(rack, one_card(u32(u32(cards[place]) & u32(15))))
                    place = u32(place + u32(1))
                    left = u32(left - u32(1))
            if rack[6] == VOID:
                return (cards, place, u32(0), rack, mixed), u32(0), u32(0)
            left = u32(left - u32(1))
        card = u32(cards[place])
        return (cards, u32(place + u32(1)), left, rack, mixed), u32(card & u32(15)), u32(card >> u32(4))

    @jit
    def round_begins(s: Shoe) -> Shoe:
        """The rack is given with the cards."""
        return s

    @jit
    def to_rack(s: Shoe, held: U64) -> Shoe:
        """A hand's cards go to the rack."""
        if not RACK:
            return s
        cards, place, left, rack, mixed = s
        return cards, place, left, racked(rack, held), mixed

    @jit
    def lasted(s: Shoe) -> U32:
        """Whether the cards have lasted so far."""
        return u32(s[3][6])

    @jit
    def ten_rank(s: Shoe, face: U32) -> tuple[Shoe, U32]:
        """Which ten-value card this is: 0 ten, 1 jack, 2 queen, 3 king."""
        return s, u32(u32(face & u32(15)) - u32(10))

    @jit
    def chosen(s: Shoe, n: U32) -> tuple[Shoe, U32]:
        """Nothing is left to chance where cards are given."""
        return s, u32(0)

    @jit
    def unseen(s: Shoe) -> U32:
        """Cards nobody has seen; given cards are not counted."""
        return u32(1)

    @jit
    def running_count(s: Shoe) -> I32:
        """The running count; given cards are not counted."""
        return i32(0)

    @jit
    def not_yet_seen(s: Shoe, g: U32) -> Shoe:
        """A card lies face down."""
        return s

    @jit
    def now_seen(s: Shoe, g: U32) -> Shoe:
        """A card that lay face down is turned up."""
        return s

else:

    @jit
    def draw(s: Shoe) -> tuple[Shoe, U32, U32]:
        """A card: its value less one; its face is not looked at."""
        words, n, rng, tens, running, rack = s
        if RACK:
            if n == u32(0):
                if COUNTING:
                    running = i32(running + tags_drawn(words, n))
                words, n, rng, rack = rack_shuffled(words, rng, rack)
                tens = TENS
                if COUNTING:
                    running = i32(running - tags_drawn(words, n))
            if rack[6] == VOID:
                return (words, n, rng, tens, running, rack), u32(0), u32(0)
        rng, place = next_place(rng, n)
        words, g = place_taken(words, place)
        return (words, u32(n - u32(1)), rng, tens, running, rack), g, NOT_LOOKED_AT

    @jit
    def burned(s: Shoe) -> Shoe:
        """The shoe without a card that nobody sees."""
        words, n, rng, tens, running, rack = s
        rng, place = below(rng, n)
        words, g = place_taken(words, place)
        return not_yet_seen((words, u32(n - u32(1)), rng, tens, running, rack), g)

    @jit
    def in_doubt(s: Shoe) -> bool:
        """Whether a card may have been drawn that had to be rejected, or more cards than there were."""
        return (not CHECKED and s[2][4] < u32(DOUBT)) or (RUNS_OUT and not RACK and s[1] > ALL)

    @apart
    def rack_shuffled(words: Lanes, rng: Rng, rack: Rack) -> tuple[Lanes, U32, Rng, Rack]:
        """The rack as the new shoe, a card burned; with nothing to deal after the burn the round is void."""
        r0, r1, r2, r3, r4, n, state = rack
        if n <= u32(BURN) or state == VOID:
            return words, u32(0), rng, (r0, r1, r2, r3, r4, n, VOID)
        words = (r0, r1, r2, r3, r4)
        rack = (E0, E1, E2, E3, E4, u32(0), RAN_OUT)
        for _ in range(BURN):
            rng, place = below(rng, n)
            words, g = place_taken(words, place)
            rack = racked(rack, one_card(g))
            n = u32(n - u32(1))
        return words, n, rng, rack

    @jit
    def round_begins(s: Shoe) -> Shoe:
        """Note what lies in the discard rack, in case the shoe runs out in the round."""
        if not RACK:
            return s
        words, n, rng, tens, running, _ = s
        return words, n, rng, tens, running, rack_of(words, n)

    @jit
    def round_over(s: Shoe) -> Shoe:
        """Forget what lay in the discard rack: it is found anew from the shoe."""
        words, n, rng, tens, running, _ = s
        return words, n, rng, tens, running, (F0, F1, F2, F3, F4, u32(0), COMPLETE)

    @jit
    def to_rack(s: Shoe, held: U64) -> Shoe:
        """A hand's cards go to the rack."""
        if not RACK:
            return s
        words, n, rng, tens, running, rack = s
        return words, n, rng, tens, running, racked(rack, held)

    @jit
    def lasted(s: Shoe) -> U32:
        """Whether the cards have lasted so far."""
        return u32(s[5][6])

    @jit
    def ten_rank(s: Shoe, face: U32) -> tuple[Shoe, U32]:
        """Which ten-value card one not looked at before turns out to be: 0 ten, 1 jack, 2 queen, 3 king."""
        words, n, rng, tens, running, rack = s
        rng, tens, rank = drawn_from_pool(rng, tens)
        return (words, n, rng, tens, running, rack), rank

    @jit
    def chosen(s: Shoe, n: U32) -> tuple[Shoe, U32]:
        """One of so many, by the shoe's own generator."""
        words, left, rng, tens, running, rack = s
        rng, place = below(rng, n)
        return (words, left, rng, tens, running, rack), place

    @jit
    def unseen(s: Shoe) -> U32:
        """Cards left in the shoe."""
        return u32(s[1])

    @jit
    def running_count(s: Shoe) -> I32:
        """The running count of the cards seen: of those drawn, and what was noted of those not seen or seen again."""
        return i32(s[4] + tags_drawn(s[0], s[1])) if COUNTING else i32(0)

    @jit
    def not_yet_seen(s: Shoe, g: U32) -> Shoe:
        """A card lies face down: it does not count yet."""
        if not COUNTING:
            return s
        words, n, rng, tens, running, rack = s
        return words, n, rng, tens, i32(running - tag_of(g)), rack

    @jit
    def now_seen(s: Shoe, g: U32) -> Shoe:
        """A card that lay face down is turned up."""
        if not COUNTING:
            return s
        words, n, rng, tens, running, rack = s
        return words, n, rng, tens, i32(running + tag_of(g)), rack
