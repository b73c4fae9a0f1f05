"""`python -m pitboss.report.site FOLDER` builds the site; `--rewrite` first writes anew what programs make."""

import sys
from pathlib import Path

from pitboss.law.carried_out import CHECKOUT
from pitboss.report.site.blocks import rewrite
from pitboss.report.site.builder import build
from pitboss.rules.errors import RulesError


def main(words: list[str]) -> int:
    """Build the site; what is wrong with a page is said, with exit status 2."""
    places = [word for word in words if word != "--rewrite"]
    if len(places) != 1 or places[0].startswith("-"):
        print("usage: python -m pitboss.report.site [--rewrite] FOLDER", file=sys.stderr)
        return 2
    try:
        if "--rewrite" in words:
            for file in rewrite(CHECKOUT):
                print(f"rewritten: {file.relative_to(CHECKOUT)}")
        site = build(Path(places[0]))
    except RulesError as error:
        print(f"pitboss: {error}", file=sys.stderr)
        return 2
    print(f"{len(site.pages)} pages in {places[0]}; begin with {Path(places[0]) / 'index.html'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
