"""A page of the site and what it is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from posixpath import dirname, relpath


@dataclass(frozen=True)
class Page:
    """One page: its path in the site, its title, its body as HTML, and where its words come from."""

    path: str
    title: str
    body: str
    origin: str

    @property
    def root(self) -> str:
        """The way from this page to the site's root."""
        return "../" * self.path.count("/")

    def link(self, path: str) -> str:
        """The way from this page to another place of the site."""
        return relative(self.path, path)


@dataclass
class Site:
    """Every page and every other file, by path."""

    pages: dict[str, Page] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)

    def add(self, *pages: Page) -> None:
        """Put pages in their places."""
        self.pages |= {page.path: page for page in pages}


def relative(start: str, path: str) -> str:
    """The way from one path of the site to another; a fragment stays behind it."""
    target, sign, fragment = path.partition("#")
    return relpath(target, dirname(start) or ".") + sign + fragment


Places = Mapping[str, str]
"""Where a file of the repository went in the site, by its path in the repository."""
