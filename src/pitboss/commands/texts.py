"""What is written: the games, the law, the rules."""

from typing import Annotated

from cyclopts import Parameter

from pitboss.commands.command_line import AS_IT_STANDS, ELSEWHERE, AsVaried, GameName, Json, apart, app, print_json


@app.command
def games(*, as_json: Json = False) -> None:
    """What is here."""
    from pitboss.law import readings_of
    from pitboss.rules.games import GAMES

    if as_json:
        print_json(
            [
                {
                    "game": g.id,
                    "title": g.title,
                    "document": g.document,
                    "options": {o.name: str(o.allowed) for o in g.options.values()},
                    "readings": [r.id for r in readings_of(g.id)],
                }
                for g in GAMES.values()
            ]
        )
        return
    from pitboss.report.terminal import print_games

    print_games()


@app.command
def law(
    clause: Annotated[
        str | None, Parameter(help="clauses, paragraphs or sections, by our ids or as officially cited, in any case")
    ] = None,
    /,
    *,
    coverage: Annotated[bool, Parameter(help="the whole map from law to code to test", negative="")] = False,
    list_: Annotated[
        bool, Parameter(name="--list", help="every document with its address, and every clause", negative="")
    ] = False,
    as_json: Json = False,
) -> None:
    """A clause, a section, every document, or the whole map from law to code to test."""
    from pitboss.law import clauses
    from pitboss.report import law_map
    from pitboss.rules.errors import RulesError
    from pitboss.school import lessons

    apart(list=list_, coverage=coverage)
    if clause is not None and (list_ or coverage):
        raise RulesError(f"{'--list' if list_ else '--coverage'} is of the whole law; leave {clause!r} out")
    if list_:
        if as_json:
            print_json(law_map.documents_as_json())
        else:
            from pitboss.report.terminal import print_documents

            print_documents()
        return
    wanted = tuple(clauses().values()) if clause is None else law_map.find(clause)
    if as_json:
        found = zip(law_map.as_json(wanted), wanted, strict=True)
        print_json([{**row, "school": lessons.as_json(lessons.lesson_of(each))} for row, each in found])
        complete = not coverage or not any(part.missing for part in law_map.coverage())
    elif clause is None:
        from pitboss.report.terminal import print_coverage

        complete = print_coverage()
    else:
        from pitboss.report.terminal import print_clauses

        print_clauses(wanted, lambda each: lessons.in_words(lessons.lesson_of(each)))
        complete = True
    if coverage and not complete:
        raise SystemExit(1)


@app.command
def rules(
    game: GameName,
    /,
    *,
    diff: Annotated[
        str | None, Parameter(help="another game, to see only what differs; without a name, the game in another state")
    ] = None,
    variant: AsVaried = AS_IT_STANDS,
    as_json: Json = False,
) -> None:
    """The rule sheet with citations; with --diff, two games side by side."""
    from pitboss.rules import sheet
    from pitboss.rules.games import elsewhere
    from pitboss.rules.variant import load

    left = variant.rules(game)
    right = None if diff is None else load(elsewhere(left.game) if diff == ELSEWHERE else diff)
    if as_json:
        print_json(sheet.as_json(left) if right is None else sheet.differences_as_json(left, right))
        return
    from pitboss.report.terminal import print_differences, print_rules

    if right is None:
        print_rules(left)
    else:
        print_differences(left, right)
