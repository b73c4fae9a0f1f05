"""The pages as they are sent: a browser runs them as they lie in the folder, and does not need their comments."""

import re
from functools import lru_cache
from os import PathLike, stat_result
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

COMMENTED = (".js", ".css")
# A line that is nothing but a comment, the types and remarks between /* and */. Lines keep their numbers.
COMMENT = re.compile(r"^[ \t]*//[^\n]*$|/\*.*?\*/[ \t]*", re.MULTILINE | re.DOTALL)


def without_comments(source: str) -> str:
    """The same module or sheet, a third lighter, each line where it was."""
    return COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source)


@lru_cache(maxsize=256)
def _sent(path: Path, _: int) -> bytes:
    return without_comments(path.read_text(encoding="utf-8")).encode()


class PagesAsSent(StaticFiles):
    """The folder of the pages."""

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file; of a module or a sheet what does something."""
        found = super().file_response(full_path, stat_result, scope, status_code)
        path = Path(full_path)
        if not isinstance(found, FileResponse) or path.suffix not in COMMENTED:
            return found
        kept = {name: found.headers[name] for name in ("etag", "last-modified")}
        return Response(_sent(path, stat_result.st_mtime_ns), status_code, kept, found.media_type)
