"""A reconstruction that is done while one waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Run:
    """How a run is getting on."""

    run_id: str
    #: queued, running, succeeded, failed or cancelled
    status: str
    #: what is being done; None: nothing at the moment
    stage: str | None
    #: of the whole, 0 to 1
    fraction: float
    #: of the result, once the run has succeeded
    evidence_report_id: str | None
    #: why it has failed
    problem: Mapping[str, Any] | None

    @property
    def is_over(self) -> bool:
        return self.status not in ("queued", "running")


def as_run(answer: Mapping[str, Any]) -> Run:
    """A run as the service shows it."""
    progress = answer["progress"]
    return Run(
        answer["run_id"],
        answer["status"],
        progress["stage"],
        progress["fraction"],
        answer.get("evidence_report_id"),
        answer.get("problem"),
    )
