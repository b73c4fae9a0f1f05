"""The check of the site: every link leads to something that is there, and nothing is fetched from elsewhere."""

from collections import Counter
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from posixpath import dirname, join, normpath

from pitboss.report.site.page import Site


class _Reader(HTMLParser):
    """The ids of a page, where it leads, and what it shows."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.shown: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids[value or ""] += 1
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in ("href", "src"):
                self.shown.append(value or "")


def faults(site: Site, html: Mapping[str, str]) -> Iterator[str]:
    """Everything wrong with the links of a site, one sentence each."""
    read = {}
    for path, text in html.items():
        reader = _Reader()
        reader.feed(text)
        read[path] = reader
    for path, page in read.items():
        origin = site.pages[path].origin
        for name, times in page.ids.items():
            if times > 1:
                yield f"{origin}: {times} places are called #{name}"
        for link in page.links:
            if "://" not in link and not link.startswith("mailto:"):
                fault = _wrong(link, path, site, read)
                if fault:
                    yield f"{origin}: {fault}"
        for link in page.shown:
            if "://" in link or normpath(join(dirname(path), link)) not in site.files:
                yield f"{origin}: there is no file {link!r} to show"


def _wrong(link: str, path: str, site: Site, read: dict[str, _Reader]) -> str | None:
    target, _, fragment = link.partition("#")
    to = normpath(join(dirname(path), target)) if target else path
    if to in site.files:
        return None
    if to not in read:
        return f"the link {link!r} leads nowhere"
    if fragment and fragment not in read[to].ids:
        return f"the link {link!r} names a place that is not on its page"
    return None
