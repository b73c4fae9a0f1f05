"""A clause as a reader sees it: where it stands, what is doubtful in it and what that is worth, who carries it out."""

import pytest

from pitboss.house import clause_reader
from pitboss.house.clause_reader import CarriedOut, Neighbour, page
from pitboss.law import Reading, documents, readings
from pitboss.law.carried_out import Place, code_map
from pitboss.law.prices import prices


def _page(clause: str) -> clause_reader.ClausePage:
    found = page(clause)
    assert found is not None
    return found


def test_every_clause_stands_in_its_document_between_its_neighbours() -> None:
    for document in documents():
        pages = [_page(clause.id) for clause in document.clauses]
        around = [None, *(Neighbour(clause.id, clause.gist) for clause in document.clauses), None]
        assert [one.before for one in pages] == around[:-2]
        assert [one.after for one in pages] == around[2:]
        for clause, one in zip(document.clauses, pages, strict=True):
            assert (one.id, one.gist, one.slip) == (clause.id, clause.gist, clause.slip)
            assert (one.document, one.title) == (clause.document, document.title)
            assert (one.section, one.heading) == (clause.section, document.sections[clause.section])
            assert one.embodied == clause.embodied.value


def test_there_is_no_page_of_a_clause_that_is_none() -> None:
    assert page("PA 999.1") is None


@pytest.mark.parametrize("reading", list(readings().values()), ids=lambda reading: reading.id)
def test_a_doubt_is_told_at_each_of_its_clauses_with_every_option_and_its_price(reading: Reading) -> None:
    for clause in reading.clauses:
        (doubt,) = [one for one in _page(clause).doubts if one.id == reading.id]
        assert (doubt.question, doubt.why, doubt.default) == (reading.question, reading.why, reading.default)
        games = [game for game in reading.games if reading.id in prices().get(game, {})]
        assert doubt.priced == tuple(games)
        for option, told in zip(reading.options, doubt.options, strict=True):
            assert (told.id, told.means, told.departs) == (option.id, option.means, option.departs)
            worth = {game: prices()[game][reading.id].get(option.id) for game in games}
            assert told.price_ppm == {game: 0 if price is None else price.main for game, price in worth.items()}
            sides = {game: price.sides for game, price in worth.items() if price is not None and price.sides}
            assert told.side_price_ppm == sides


def test_some_doubts_are_worth_something_in_a_side_wager_alone_or_too() -> None:
    doubts = [one for reading in readings().values() for clause in reading.clauses for one in _page(clause).doubts]
    told = [option for doubt in doubts for option in doubt.options]
    assert any(option.side_price_ppm for option in told)
    assert any(price for option in told for price in option.price_ppm.values())


def test_a_clause_without_a_doubt_has_none() -> None:
    doubtful = {clause for reading in readings().values() for clause in reading.clauses}
    plain = [clause.id for document in documents() for clause in document.clauses if clause.id not in doubtful]
    assert plain
    assert all(_page(clause).doubts == () for clause in plain)


@pytest.mark.parametrize(("count", "shown", "more"), [(0, 0, 0), (11, 11, 0), (12, 12, 0), (13, 12, 1), (20, 12, 8)])
def test_twelve_places_are_shown_what_acts_first_and_the_rest_counted(
    monkeypatch: pytest.MonkeyPatch, count: int, shown: int, more: int
) -> None:
    clause = documents()[0].clauses[0].id
    places = [
        Place(f"src/pitboss/{'procedure' if n % 2 else 'a_rules'}/{'ba'[n % 4 // 2]}.py", 100 - n, f"f{n}")
        for n in range(count)
    ]
    monkeypatch.setattr(clause_reader, "code_map", lambda: {clause: places} if count else {})
    told = _page(clause)
    assert (len(told.carried_out), told.carried_out_more) == (shown, more)
    acts = [place for place in told.carried_out if "procedure" in place.file]
    knows = [place for place in told.carried_out if "procedure" not in place.file]
    assert told.carried_out == (*acts, *knows)
    for part in (acts, knows):
        assert part == sorted(part, key=lambda place: (place.file, place.line))
    assert {(place.file, place.line, place.name) for place in told.carried_out} <= {
        (place.file, place.line, place.name) for place in places
    }
    assert len(acts) == min(count // 2, 12)


def test_the_places_are_those_of_the_source() -> None:
    clause = "PA 665a.7(e)"
    assert set(_page(clause).carried_out) <= {CarriedOut(one.file, one.line, one.name) for one in code_map()[clause]}
