"""Pages of the service as text."""

from __future__ import annotations

from html.parser import HTMLParser

_BLOCKS = {"h1", "h2", "h3", "p", "li", "pre", "table", "tr"}
_SILENT = {"style", "script", "title", "header"}


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in _SILENT
        if tag in _BLOCKS:
            self.pieces.append("\n- " if tag == "li" else "\n")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in _SILENT
        if tag in _BLOCKS:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.pieces.append(data)


def text_of(page: str) -> str:
    """What a page says, one line a paragraph."""
    parser = _Text()
    parser.feed(page)
    lines = (" ".join(line.split()) for line in "".join(parser.pieces).splitlines())
    return "\n".join(line for line in lines if line and line != "-")
