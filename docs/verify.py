"""Make the orders of a shoe file again from its seeds: python verify.py shoe.json

One page, no pitboss in it: Python's own hashlib and json, and what docs/fairness.md says.
"""

import hashlib
import json
import sys


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def draws(key):
    """Bits without end: block i is the hash of i (eight bytes), the tag and the key."""
    block = 0
    while True:
        digest = hashlib.sha256(block.to_bytes(8, "big") + b"pitboss bits 1\0" + key.encode()).digest()
        for bit in range(255, -1, -1):
            yield int.from_bytes(digest, "big") >> bit & 1
        block += 1


def below(n, bits):
    """A number from 0 to n - 1: too large a one is thrown away and drawn again."""
    while True:
        number = 0
        for _ in range((n - 1).bit_length()):
            number = number << 1 | next(bits)
        if number < n:
            return number


def drawn(cards, seed, given):
    """The cards, sorted, and shuffled from the last place to the first."""
    order = sorted(cards)
    bits = draws(" ".join(["pitboss-order-1", seed, *(f"{name}={given[name]}" for name in sorted(given))]))
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, bits)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def check(true, sentence):
    print(("true   " if true else "WRONG  ") + sentence)
    wrong.append(not true)


wrong = []
commitment, pledged, given = None, {}, {}
published, batches, shoe, held = {}, {}, [], 0
with open(sys.argv[1], encoding="utf-8") as file:
    facts = json.load(file)["facts"]
for fact in facts:
    kind = fact["fact"]
    if kind == "seed-committed":
        check(commitment is None, f"the house commits to {fact['commitment']}")
        commitment, pledged, given = fact["commitment"], {}, {}
    elif kind == "seed-pledged":
        check(not given, f"{fact['by']} pledges before any seed is opened")
        pledged[fact["by"]] = fact["pledge"]
    elif kind == "seed-given":
        is_it = sha256(f"pitboss-pledge-1 {fact['by']} {fact['seed']}") == pledged.get(fact["by"])
        check(is_it, f"{fact['by']} opens what was pledged")
        given[fact["by"]] = fact["seed"]
    elif kind == "seed-dropped":
        check(
            sha256(f"pitboss-seed-1 {fact['seed']}") == commitment,
            "a seed is dropped, and opened: somebody withheld theirs",
        )
        commitment = None
    elif kind == "cards-shuffled":
        check(given.keys() == pledged.keys(), f"seeds of the house and {sorted(given)} for seal {fact['seal'][:16]}")
        published[fact["seal"]] = batches[fact["batch"]] = (commitment, given, [])
        commitment, pledged, given = None, {}, {}
    elif kind == "shoe-loaded":
        shoe, held = batches[fact["batch"]][2], 0
        shoe.clear()
    elif kind == "card-unused":
        held -= held > 0
    elif kind in ("card-dealt", "card-burned") and held:
        held -= 1
    elif kind in ("card-burned", "card-found-face-up", "card-laid", "card-dealt", "card-drawn-in-error"):
        held += kind == "card-drawn-in-error"
        shoe.append(fact["card"])
    elif kind == "seal-opened":
        committed, seeds, left = published.pop(fact["seal"])
        order, seed, place = fact["order"], fact["seed"], fact["cut"] or 0
        check(sha256(" ".join(["pitboss-seal-1", fact["salt"], *order])) == fact["seal"], "the seal opens")
        if committed:
            check(sha256(f"pitboss-seed-1 {seed}") == committed, "the house's seed is the one it committed to")
            check(sha256(f"pitboss-salt-1 {seed}") == fact["salt"], "the salt comes of the seed")
        if committed and not fact["lay"]:
            check(drawn(order, seed, seeds) == order, f"{len(order)} cards in the order that the seeds make")
        elif committed:
            print("       a routine was carried out on the cards as they lay: `pitboss verify` does it again")
        else:
            print("       this order was brought, and nobody was asked for a seed")
        stack = order[place:] + order[:place]
        check(left == stack[: len(left)], f"the {len(left)} cards that left the shoe are its first, cut at {place}")
sys.exit(any(wrong) or not wrong)
