"""The rule sheet as data: sections of values with citations, and what differs between two games."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from pitboss.law import Citation, clauses
from pitboss.rules.cited import Leaf, SetBy
from pitboss.rules.comparison import comparison_of
from pitboss.rules.games import Game, game
from pitboss.rules.money import dollars
from pitboss.rules.rules import Rules
from pitboss.rules.text import json_of, prose_of


@dataclass(frozen=True)
class Row:
    """One line of the sheet."""

    section: str
    name: str
    label: str
    value: str
    clauses: Citation
    set_by: SetBy
    reading: str | None

    def in_comparison(self) -> str:
        """The value as it stands beside another game's: whether the text says it belongs to it."""
        unsaid = self.set_by is SetBy.SILENT and self.value != NOT_PROVIDED
        return f"{self.value} (not in the text)" if unsaid else self.value

    def cited(self, clauses: str) -> str:
        """What stands where the sheet cites: the clauses, so written; of a variant's value, that it is not theirs."""
        if self.set_by is SetBy.VARIANT and clauses:
            return f"not as in {clauses}"
        return clauses or self.set_by.value

    def marked(self) -> str:
        """The same, with the reading it rests on where it rests on one."""
        return f"{self.in_comparison()} [reading: {self.reading}]" if self.reading else self.in_comparison()


@dataclass(frozen=True)
class Difference:
    """One value, or one matter of their texts, in which two games differ."""

    section: str
    name: str
    label: str
    left: str
    right: str
    left_clauses: Citation
    right_clauses: Citation


NOT_PROVIDED = "not provided"  # which says itself that the text is silent
SAYS_ALSO = "says also"
BESIDES = "The text besides"


def section_of(group: str, *games: Rules) -> str:
    """The heading that the games give a group on the sheet; one that has none goes by its own name."""
    given = next((rules.groups[group].heading for rules in games if group in rules.groups), "")
    return given or group.replace("_", " ").capitalize()


def _in_cents(name: str, value: object) -> bool:
    return name.endswith("_cents") and isinstance(value, int)


def _alone(name: str, value: object) -> str:
    return dollars(cast(int, value)) if _in_cents(name, value) else prose_of(value)


def _text(leaf: Leaf, value: object, of: Game) -> str:
    text = _alone(leaf.name, value)
    if leaf.source.set_by is SetBy.VARIANT:
        return text
    option = of.options.get(leaf.name)
    if option is not None and option.clauses and not _in_cents(leaf.name, value):
        return f"{text} (the house may choose: {option.allowed})"
    noted = leaf.source.note and leaf.source.set_by is not SetBy.SILENT
    return f"{text} ({leaf.source.note})" if noted else text


def in_force(rules: Rules, row: Row) -> str:
    """The value of a row alone, as it has effect, without what else the house might have chosen."""
    if row.name not in rules.by_name:
        return row.value
    return _alone(row.name, rules.groups[rules.by_name[row.name][0]].in_effect(row.name))


def _written(rules: Rules, row: Row) -> str:
    """A value as the sheet has it; words on the layout that a variant makes untrue are not those written there."""
    words = tuple(map(str, rules.layout.inscriptions))
    if row.name != "inscriptions" or rules.on_felt[: len(words)] == words:
        return row.value
    return f"{'; '.join(rules.on_felt)} (untrue here, and so not written: {row.value})"


def values(rules: Rules) -> Iterator[Row]:
    """Every value of the rules, in the order of the law."""
    of = game(rules.game)
    for group, leaf in rules.leaves():
        yield Row(
            section_of(group, rules),
            leaf.name,
            leaf.label,
            _text(leaf, rules.groups[group].in_effect(leaf.name), of),
            leaf.source.clauses,
            leaf.source.set_by,
            leaf.source.reading if leaf.source.set_by is SetBy.READING else None,
        )


def says_also(rules: Rules) -> Iterator[Row]:
    """Every clause that no value cites, by its gist: where a step of a subject cites it, else at the end."""
    told = {clause for _, leaf in rules.leaves() for clause in leaf.source.clauses}
    section: dict[str, str] = {}
    for name, group in rules.groups.items():
        for source in group.sources.values():
            section |= dict.fromkeys(source.clauses, section_of(name, rules))
    for clause in clauses().values():
        if clause.document == rules.document and clause.id not in told:
            where = section.get(clause.id, BESIDES)
            yield Row(where, "", SAYS_ALSO, clause.gist, (clause.id,), SetBy.LAW, None)


def rows(rules: Rules) -> Iterator[Row]:
    """The whole sheet, section by section: the values, then what the text says without one."""
    told = (replace(row, value=_written(rules, row)) for row in values(rules))
    every = (*told, *says_also(rules))
    for section in dict.fromkeys((*(section_of(group, rules) for group in rules.groups), BESIDES)):
        yield from (row for row in every if row.section == section)


def differences(left: Rules, right: Rules) -> Iterator[Difference]:
    """What two games do not have in common, in the order of the law.

    Values, what their houses may choose, what only one text speaks of; and what their texts say differently though no
    value rests on it.
    """
    order = list(dict.fromkeys(section_of(group, rules) for rules in (left, right) for group in rules.groups))
    found = (*_values_apart(left, right), *_texts_apart(left, right))
    yield from sorted(found, key=lambda one: order.index(one.section))


def _values_apart(left: Rules, right: Rules) -> Iterator[Difference]:
    left_rows = {row.name: row for row in values(left)}
    right_rows = {row.name: row for row in values(right)}
    for name in (*left_rows, *(n for n in right_rows if n not in left_rows)):
        a, b = left_rows.get(name), right_rows.get(name)
        if a is None or b is None or a.in_comparison() != b.in_comparison():
            row = a or b
            assert row is not None
            said = (a.marked() if a else "-", b.marked() if b else "-")
            yield Difference(row.section, name, row.label, *said, a.clauses if a else (), b.clauses if b else ())


def _texts_apart(left: Rules, right: Rules) -> Iterator[Difference]:
    compared = comparison_of(left.document, right.document)
    for matter in compared.matters if compared else ():
        if not matter.values:
            said = (matter.left, matter.right, matter.left_clauses, matter.right_clauses)
            yield Difference(section_of(matter.section, left, right), matter.name, matter.what, *said)


def alike_by_reading(left: Rules, right: Rules) -> Iterator[tuple[Row, Row]]:
    """Values that are the same only as long as a doubtful clause of one of the two texts is read as it is now."""
    right_rows = {row.name: row for row in values(right)}
    for row in values(left):
        other = right_rows.get(row.name)
        if other is None or row.in_comparison() != other.in_comparison():
            continue
        if row.reading != other.reading:
            yield row, other


def as_json(rules: Rules) -> dict[str, object]:
    """The rules as others read them."""
    return {
        "game": rules.game,
        "title": rules.title,
        **{name: said for name, said in (("author", rules.author), ("note", rules.note)) if said},
        "rules_hash": rules.hash,
        "submission": rules.submission,
        "values": [
            {"name": leaf.name, "value": json_of(leaf.value), "clauses": list(leaf.source.clauses)}
            for _, leaf in rules.leaves()
        ],
        "says_also": [{"gist": row.value, "clauses": list(row.clauses)} for row in says_also(rules)],
        "readings": dict(rules.readings),
        "departures": [
            {"name": d.name, "value": json_of(d.value), "lawful": json_of(d.lawful), "clauses": list(d.clauses)}
            for d in rules.departures
        ],
    }


def differences_as_json(left: Rules, right: Rules) -> list[dict[str, object]]:
    """The differences as others read them."""
    return [
        {"name": d.name, "left": d.left, "right": d.right, "clauses": [*d.left_clauses, *d.right_clauses]}
        for d in differences(left, right)
    ]
