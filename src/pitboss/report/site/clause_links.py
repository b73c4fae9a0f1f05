"""Clause ids become links to the law map wherever they stand on a page."""

import re
from functools import cache

from pitboss.law import clauses
from pitboss.report.site.page import relative

# In these a link would be wrong (a link within a link) or in the way (a title).
_LEFT_ALONE = ("a", "h1", "h2", "h3", "h4", "title", "script", "style")
_TAG = re.compile(r"(<[^>]+>)")


def anchor(clause: str) -> str:
    """What a link to a clause names: `PA 665a.7(m)(2)(i)` is `pa-665a.7-m-2-i`."""
    return re.sub(r"[^a-z0-9.]+", "-", clause.lower()).strip("-")


def place(clause: str) -> str:
    """Where the law map has the clause."""
    return f"law/{clauses()[clause].document}.html#{anchor(clause)}"


@cache
def _pattern() -> re.Pattern[str]:
    # The transcripts keep an id together with a space that does not break.
    ids = (re.escape(one).replace(r"\ ", "[ \N{NO-BREAK SPACE}]") for one in sorted(clauses(), key=len, reverse=True))
    # What follows a full id may be told short, as the transcripts do: `PA 665a.7(f), .7(f)(1)`.
    return re.compile(rf"\b({'|'.join(ids)})(?![\w(])((?:,\s+\.[\w()]+)*)")


def linked(html: str, path: str) -> str:
    """The HTML of a page with every clause id in its text made a link."""
    inside: list[str] = []
    out = []
    for piece in _TAG.split(html):
        if piece.startswith("<"):
            name = re.match(r"</?([a-z0-9]+)", piece)
            if name and name[1] in _LEFT_ALONE:
                if piece.startswith("</"):
                    inside.pop()
                else:
                    inside.append(name[1])
            out.append(piece)
        else:
            out.append(piece if inside else _pattern().sub(lambda match: _links(match, path), piece))
    return "".join(out)


def _links(match: re.Match[str], path: str) -> str:
    clause = match[1].replace("\N{NO-BREAK SPACE}", " ")
    chapter = clause.rpartition(".")[0]
    short = re.sub(r"\.[\w()]+", lambda part: _short(chapter, part[0], path), match[2])
    return _link(clause, match[1], path) + short


def _short(chapter: str, part: str, path: str) -> str:
    clause = chapter + part
    return _link(clause, part, path) if clause in clauses() else part


def _link(clause: str, told: str, path: str) -> str:
    return f'<a class="clause" href="{relative(path, place(clause))}">{told}</a>'
