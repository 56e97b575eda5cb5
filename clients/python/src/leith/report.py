"""The evidence report of a result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Flag:
    """Something that a person should know before believing the numbers."""

    code: str
    level: str
    detail: str


class Report(Mapping[str, Any]):
    """The evidence report (JSON by its names, `report["quality"]`), printed in a few lines, and as the page `html`."""

    def __init__(self, evidence: Mapping[str, Any], html: str | None) -> None:
        self._evidence = evidence
        #: the page for people, with its pictures; None where the package has none
        self.html = html

    def __getitem__(self, name: str) -> Any:
        return self._evidence[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._evidence)

    def __len__(self) -> int:
        return len(self._evidence)

    @property
    def flags(self) -> list[Flag]:
        """The doubts, if any."""
        return [Flag(flag["code"], flag["level"], flag["detail"]) for flag in self["quality"]["flags"]]

    @property
    def parameters(self) -> dict[str, Any]:
        """What was used: as it was sent, by default, or found."""
        used = dict(self["parameters"]["used"])
        return {**used.pop("recipe", {}), **used}

    def __str__(self) -> str:
        input_, uncertainty = self["input"], self["uncertainty"]
        sigma = uncertainty.get("median_phase_sigma_rad")
        lines = [
            f"{self['evidence_report_id']}, {self['created_at']}",
            f"hologram: {input_['format']}, {input_['width_px']} x {input_['height_px']} pixels, SHA-256 {input_['sha256'][:12]}…",
            f"phase uncertainty: median {'not known' if sigma is None else f'{sigma:.3g} rad'} ({_first(uncertainty['method'])})",
        ]
        return "\n".join([*lines, *(f"{flag.level} {flag.code}: {flag.detail}" for flag in self.flags)])

    def __repr__(self) -> str:
        return f"<Report {self['evidence_report_id']}, {len(self.flags)} flags>"

    def _repr_html_(self) -> str | None:
        """For notebooks: the page, in a frame of its own."""
        if self.html is None:
            return None
        page = self.html.replace("&", "&amp;").replace('"', "&quot;")
        return f'<iframe sandbox srcdoc="{page}" style="width:100%;height:40em;border:0"></iframe>'


def _first(sentences: str) -> str:
    """The first of several sentences."""
    return sentences.split(". ")[0].rstrip(".")
