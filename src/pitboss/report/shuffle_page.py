"""A shuffle's study as a page: what was found, the routine, the charts, the figures, how they were come by."""

import platform
from datetime import date
from importlib.metadata import version

from pitboss import __version__
from pitboss.cards import shuffle
from pitboss.law import clauses
from pitboss.report import shuffle_charts
from pitboss.report.document import Document, Grid, Picture, Section, Tiles, rows, words
from pitboss.report.shuffle_table import at_least, distance, findings, legend, place_distance
from pitboss.shuffles import counts
from pitboss.shuffles.quality import ALIKE, FACES, KEPT, RISING, RISK, STUDENT, TOLD_APART, VALUES, Count
from pitboss.shuffles.study import Study


def page(study: Study) -> Document:
    """The whole page."""
    return Document(
        f"The shuffle of {study.rules.title}",
        f"{study.cards} cards, {study.times:,} shuffles of each kind, seed {study.seed}; {study.rules.game}, rules "
        f"{study.rules.hash[:16]}, pitboss {__version__}, {date.today().isoformat()}",
        (
            _found(study),
            _routine(study),
            _distance(study),
            _places(study),
            _order(study),
            _guessing(study),
            _figures(study),
            _method(study),
        ),
        study.as_json(),
    )


def _found(study: Study) -> Section:
    house = study.house
    tiles = Tiles(
        (
            (f"≥ {at_least(house)}", "distance from a perfect shuffle", "total variation, from 0 to 1, as counted"),
            _tile(study, STUDENT, f"cards of {study.cards} named right"),
            _tile(study, KEPT, f"pairs of neighbours kept, of {study.cards - 1}"),
            _tile(study, RISING, "rising sequences"),
        )
    )
    return Section("What was found", (tiles, words(*findings(study))))


def _tile(study: Study, count: Count, label: str) -> tuple[str, str, str]:
    return f"{study.house.counted[count].mean:.1f}", label, f"after a perfect shuffle {study.expected(count):.1f}"


def _routine(study: Study) -> Section:
    known = clauses()
    acts = study.routine.acts(study.stack)
    by_clause = {clause: "; ".join(act for c, act in acts if c == clause) for clause, _ in acts}
    return Section(
        "The routine",
        (
            words(
                "What the text orders, in our words, and what is done here. The cards are measured before the cut, "
                "which turns the whole stack round without mixing it."
            ),
            Grid(
                ("clause", "the text, in our words", "done here"),
                rows([(clause, known[clause].gist, act) for clause, act in by_clause.items()]),
                shape="text",
            ),
            words(
                *dict.fromkeys(slip for clause in by_clause if (slip := known[clause].slip)),
                "Here the second part is laid on the first. The other way round top and bottom change places, and the "
                "same cards are kept apart.",
            ),
        ),
    )


def _distance(study: Study) -> Section:
    return Section(
        "How far from a perfect shuffle",
        (
            words(
                "The distance is total variation: the most by which the chance of any event whatever differs from its "
                "chance in a perfect shuffle. 0 is perfect; 1 means that some event nearly always happens after this "
                "shuffle and hardly ever after a perfect one. For riffles alone it is known exactly. For the "
                "rest there is no formula; what is given is a lower bound, by that event among those counted that "
                "shows most.",
            ),
            Picture(
                shuffle_charts.distances(study), "Total variation by the number of riffles, and lower bounds beside it."
            ),
            Grid(
                ("shuffle", "event", "seen", "by chance", "at least", "exact"),
                rows(
                    [
                        (
                            quality.kind.name,
                            quality.bound.event,
                            f"{quality.bound.seen:.4f}",
                            f"{quality.bound.perfect:.3g}",
                            at_least(quality),
                            "" if quality.exact is None else f"{float(quality.exact):.4f}",
                        )
                        for quality in study.found
                    ]
                ),
                caption="How often the event was seen, its chance in a perfect shuffle, and the distance",
                numeric=frozenset({2, 3, 4, 5}),
            ),
        ),
    )


def _places(study: Study) -> Section:
    return Section(
        "Where the cards go",
        (
            words(
                "Each square is a block of old places against a block of new ones. Dark: a card from there never comes "
                "here. One shade all over: any place is as likely."
            ),
            Picture(shuffle_charts.places(study), "Heat maps of new place by old place for three kinds of shuffle."),
        ),
    )


def _order(study: Study) -> Section:
    return Section(
        "What is left of the old order",
        (
            Picture(shuffle_charts.rising(study), "How many rising sequences each kind of shuffle leaves."),
            Picture(shuffle_charts.pairs(study), "How many neighbours stay neighbours after each kind of shuffle."),
        ),
    )


def _guessing(study: Study) -> Section:
    return Section(
        "What a guesser can name",
        (
            Picture(shuffle_charts.guesses(study), "Cards named right by two guessers after each kind of shuffle."),
            words(*_paragraphs(counts.__doc__ or "")[1:]),
            Grid(
                ("shuffle", "cards", "faces", "values"),
                rows(
                    [
                        (
                            quality.kind.name,
                            *(
                                f"{quality.counted[count].mean:.2f} ± {quality.counted[count].error:.2f}"
                                for count in (STUDENT, FACES, VALUES)
                            ),
                        )
                        for quality in study.found
                    ]
                ),
                caption=f"Of {study.cards}, named right by the student, by what is told apart; mean ± standard error",
                numeric=frozenset({1, 2, 3}),
            ),
            words(
                f"All other figures tell all {study.cards} cards apart, as if each had a mark. In the decks in use "
                "faces come more than once, and at blackjack only ten values count. For faces and values the order "
                "before the shuffle is a fresh random one each time, known to the student. What a perfect shuffle "
                "gives is then not known exactly: the last row is measured too. The student's product counts some "
                "of what it knows twice, so that its guesses of a value can be worse than by chance; they show the "
                "least that somebody could do, not the most."
            ),
        ),
    )


def _paragraphs(text: str) -> list[str]:
    """The paragraphs and the points of a docstring, each on one line."""
    blocks = text.strip().replace("\n- ", "\n\n- ").split("\n\n")
    return [" ".join(block.strip().removeprefix("- ").split()) for block in blocks]


def _figures(study: Study) -> Section:
    return Section(
        "All figures",
        (
            Grid(
                ("shuffle", "rising", "pairs", "halves", "follower", "student", "χ²", "distance"),
                rows(
                    [
                        *(
                            (
                                quality.kind.name,
                                *(f"{quality.counted[count].mean:.3f}" for count in TOLD_APART),
                                place_distance(quality),
                                distance(quality),
                            )
                            for quality in study.found
                        ),
                        ("a perfect one, exactly", *(f"{study.expected(c):.3f}" for c in TOLD_APART), "0", "0"),
                    ]
                ),
                caption="Means: rising sequences, pairs kept, cards in their half, cards named by each guesser",
                numeric=frozenset(range(1, 8)),
            ),
            words(*(f"{term}: {meaning}." for term, meaning in legend(study))),
        ),
        apart=True,
    )


def _method(study: Study) -> Section:
    errors = {count: max(quality.counted[count].error for quality in study.found) for count in (*TOLD_APART, *ALIKE)}
    largest = max(errors, key=lambda count: errors[count])
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "altair"))
    return Section(
        "How it was come by",
        (
            words(
                "The movements are models of what hands do, in exact probabilities; no dealer was measured.",
                "Shuffle: one riffle by the model of Gilbert, Shannon and Reeds. The cut is binomial, and the cards "
                "fall from the two packets in proportion to what is left of them. Where two given packets are shuffled "
                "together there is no cut, and every interleaving is as likely.",
                f"Strip: packets of {shuffle.PACKET_MIN} to {shuffle.PACKET_MAX} cards, every size as likely, are "
                "pulled off the top and laid one upon the other.",
                "Lacing: a riffle cut within two cards of the middle whose halves fall in turn, card by card, but one "
                f"time in {shuffle.SLIP_ONE_IN} two cards of one half fall together.",
                f"Wash: in each of {shuffle.CIRCLES} circles of the hands every card is swept along with a chance of "
                f"{shuffle.SWEPT_IN_16} in 16, and the swept cards come to rest in the swept places, every way as "
                "likely. The text orders no wash; it is here for comparison.",
                'Where the text says "half", exactly the top half is taken.',
                "χ² is the number of cards times the sum of the squared chances of a card's places, less 1, estimated "
                "without bias; the mean over the cards.",
                "A lower bound is made so. Every other shuffle helps to choose, for each count, the event "
                '"so many or fewer" or "so many or more" that differs most from its exact chance in a perfect shuffle. '
                "The rest say how likely that event is at least, by Chernoff's bound. The largest difference stands. "
                f"All bounds of one kind of shuffle hold together but for a chance of {RISK:g}.",
                f"The student and the halves learned from {study.times:,} other shuffles of each kind. Faces and "
                f"values are named in every {counts.ALIKE_EVERY}th shuffle. The largest standard error of a "
                f"mean is {errors[largest]:.3f} ({largest.words}).",
                f"pitboss {__version__}, Python {platform.python_version()}, {packages}; {study.seconds:.1f} s. "
                + ("The shuffles were done when this version was made. " if study.came_with_version else "")
                + f"The same by: pitboss shuffle {study.rules.game} --times {study.times} --seed {study.seed}",
            ),
        ),
    )
