"""A Markdown page of the repository as HTML: headings that can be linked to, links that lead within the site."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pitboss.report.site.page import Places, relative

_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)


def slug(heading: str) -> str:
    """What a link to a heading names, as the usual readers of Markdown name it."""
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.strip().replace(" ", "-")


def title_of(text: str) -> str:
    """The first heading of a page."""
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found[1] if found else ""


def to_html(text: str, file: str, path: str, places: Places) -> str:
    """A page whose file lies at `file` in the repository and goes to `path` in the site."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(_COMMENT.sub("", text))
    _name_headings(tokens)
    for token in _all(tokens):
        for attribute in ("href", "src"):
            link = token.attrGet(attribute)
            if isinstance(link, str):
                token.attrSet(attribute, _led(link, file, path, places))
    html: str = reader.renderer.render(tokens, reader.options, {})
    return html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])


def _name_headings(tokens: list[Token]) -> None:
    taken: dict[str, int] = {}
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            name = slug("".join(part.content for part in inline.children or []))
            again = taken.get(name, 0)
            taken[name] = again + 1
            token.attrSet("id", f"{name}-{again}" if again else name)


def _led(link: str, file: str, path: str, places: Places) -> str:
    """Where a link leads in the site; one that leads nowhere stays as it is, and the check finds it."""
    if re.match(r"[a-z]+:", link) or link.startswith("#"):
        return link
    target, sign, fragment = link.partition("#")
    wanted = normpath(join(dirname(file), target))
    if wanted not in places:
        return link
    return relative(path, places[wanted]) + sign + fragment


def linked_files(text: str, file: str, checkout: Path) -> set[str]:
    """The files of the repository that a page links to or shows."""
    links = re.findall(r"\]\(([^)\s#]+)", text)
    wanted = {normpath(join(dirname(file), link)) for link in links if "://" not in link}
    return {name for name in wanted if not name.startswith("..") and (checkout / name).is_file()}
