"""What is counted in a shuffled stack, compiled: rising sequences, pairs kept, halves, and what two guessers name.

Both guessers know the order before the shuffle and see every card as it is turned, before they name the next. They
name only cards that have not come out.

- The follower knows nothing of how the cards were shuffled. It looks at the unbroken runs of the old order that have
  not come out, takes the longest (of equal ones the one nearest the old top), and names its first card.
- The student has watched many shuffles of the same kind and kept two tables: how often each card came to each place,
  and how often each card came right after each other. It gives every card that is left the product of its two entries,
  each raised by one so that nothing is thought impossible, and names the card with the largest. Where cards have only
  faces or values, it adds up the products of the cards that are alike and names the largest sum.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.shuffles.kernel import Bits, Room, Stack, shuffle, uniform, whole

RISING, KEPT, HALF, FOLLOWER, STUDENT = range(5)
FACES, VALUES = range(2)
ALIKE_EVERY = 4  # what takes longest is counted in one shuffle of so many

Tally = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float32]


class Learned(NamedTuple):
    """What was seen of a kind of shuffle: weights by place and card, by card and next card, and the half called."""

    places: Weights
    followers: Weights
    called_top: npt.NDArray[np.bool_]


class Likeness(NamedTuple):
    """Which cards of a new stack are alike: the face of each card, and the value of each face."""

    faces: Stack
    values: Stack


class Notes(NamedTuple):
    """Space for a guesser's notes on one stack; `lies` is which card of a new stack lay where before the shuffle."""

    run_start: Stack
    run_length: Stack
    left: Stack
    slot: Stack
    lies: Stack
    by_face: Weights
    by_value: Weights


def notes_for(cards: int) -> Notes:
    """Space for so many cards."""
    space, sums = np.zeros((5, cards), np.int32), np.zeros((2, cards), np.float32)
    return Notes(space[0], space[1], space[2], space[3], space[4], sums[0], sums[1])


@whole
def rising_sequences(place_of: Stack) -> int:
    """One, and one more for every card that lies above its predecessor."""
    rising = 1
    for card in range(1, len(place_of)):
        if place_of[card] < place_of[card - 1]:
            rising += 1
    return rising


@whole
def pairs_kept(stack: Stack) -> int:
    """Cards that lie right under the card they lay under before."""
    kept = 0
    for place in range(1, len(stack)):
        if stack[place] == stack[place - 1] + 1:
            kept += 1
    return kept


@whole
def halves_called_right(place_of: Stack, called_top: npt.NDArray[np.bool_]) -> int:
    """Cards that lie in the half they were called for."""
    right = 0
    for card in range(len(place_of)):
        if (place_of[card] < len(place_of) // 2) == called_top[card]:
            right += 1
    return right


@whole
def follower_names_right(stack: Stack, notes: Notes) -> int:
    """How many cards the follower names right."""
    start, length = notes.run_start, notes.run_length
    start[0], length[0] = 0, len(stack)
    runs, right = 1, 0
    for turned in stack:
        longest, holds = 0, 0
        for run in range(runs):
            if length[run] > length[longest] or (length[run] == length[longest] and start[run] < start[longest]):
                longest = run
            if start[run] <= turned < start[run] + length[run]:
                holds = run
        if start[longest] == turned:
            right += 1
        above, below = turned - start[holds], start[holds] + length[holds] - turned - 1
        length[holds] = above
        if below > 0:
            if above == 0:
                start[holds], length[holds] = turned + 1, below
            else:
                start[runs], length[runs] = turned + 1, below
                runs += 1
        elif above == 0:
            runs -= 1
            start[holds], length[holds] = start[runs], length[runs]
    return right


@whole
def student_names_right(stack: Stack, learned: Learned, notes: Notes) -> int:
    """How many cards the student names right; of equally likely ones it names the one it comes to first."""
    size, right = len(stack), 0
    left, slot = notes.left, notes.slot
    for card in range(size):
        left[card] = slot[card] = card
    for place in range(size):
        turned = stack[place]
        before = stack[place - 1] if place else size  # the last row of the table: nothing came before
        by_place, by_follower = learned.places[place], learned.followers[before]
        most, named = np.float32(0), 0
        for nth in range(size - place):
            weight = by_place[left[nth]] * by_follower[left[nth]]
            if weight > most:
                most, named = weight, left[nth]
        right += named == turned
        last = left[size - place - 1]
        left[slot[turned]] = last
        slot[last] = slot[turned]
    return right


@whole
def student_names_alike_right(stack: Stack, learned: Learned, alike: Likeness, notes: Notes) -> tuple[int, int]:
    """How many faces and how many values the student names right, if the cards lay before the shuffle as noted."""
    size, faces, values = len(stack), 0, 0
    face_count, value_count = len(alike.values), alike.values.max() + 1
    notes.left[:] = 1
    for place in range(size):
        turned = stack[place]
        before = stack[place - 1] if place else size
        by_place, by_follower = learned.places[place], learned.followers[before]
        notes.by_face[:face_count] = 0
        notes.by_value[:value_count] = 0
        for card in range(size):
            weight = by_place[card] * by_follower[card] * notes.left[card]
            notes.by_face[alike.faces[notes.lies[card]]] += weight
        face_named, value_named = 0, 0
        for face in range(face_count):
            notes.by_value[alike.values[face]] += notes.by_face[face]
            if notes.by_face[face] > notes.by_face[face_named]:
                face_named = face
        for value in range(value_count):
            if notes.by_value[value] > notes.by_value[value_named]:
                value_named = value
        face_turned = alike.faces[notes.lies[turned]]
        faces += face_named == face_turned
        values += value_named == alike.values[face_turned]
        notes.left[turned] = 0
    return faces, values


@whole
def watch(times: int, moves: Tally, room: Room, bits: Bits, places: Tally, followers: Tally) -> None:
    """Shuffle as often as told, and count which card came to which place and which came right after which."""
    size = len(places)
    stack = np.empty(size, np.int32)
    for _ in range(times):
        for place in range(size):
            stack[place] = place
        shuffle(stack, moves, room, bits)
        before = size
        for place in range(size):
            places[place, stack[place]] += 1
            followers[before, stack[place]] += 1
            before = stack[place]


@whole
def count(
    counts: Tally,
    alike_counts: Tally,
    moves: Tally,
    learned: Learned,
    alike: Likeness,
    notes: Notes,
    room: Room,
    bits: Bits,
    places: Tally,
) -> None:
    """Shuffle once for every row and fill it with what is counted; `places` counts cards by place."""
    size = len(places)
    stack, place_of = np.empty(size, np.int32), np.empty(size, np.int32)
    for nth in range(len(counts)):
        for place in range(size):
            stack[place] = place
        shuffle(stack, moves, room, bits)
        for place in range(size):
            place_of[stack[place]] = place
            places[place, stack[place]] += 1
        row = counts[nth]
        row[RISING] = rising_sequences(place_of)
        row[KEPT] = pairs_kept(stack)
        row[HALF] = halves_called_right(place_of, learned.called_top)
        row[FOLLOWER] = follower_names_right(stack, notes)
        row[STUDENT] = student_names_right(stack, learned, notes)
        if nth % ALIKE_EVERY == 0:
            # What lay where before the shuffle: every way as likely, and known to the guesser.
            for card in range(size):
                notes.lies[card] = card
            uniform(notes.lies, size, bits)
            row = alike_counts[nth // ALIKE_EVERY]
            row[FACES], row[VALUES] = student_names_alike_right(stack, learned, alike, notes)
