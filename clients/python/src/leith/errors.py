"""What can go wrong, each with what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


class LeithError(Exception):
    """Everything that this package raises on its own account."""


class NotReached(LeithError):
    """The service did not answer."""


class Damaged(LeithError):
    """Bytes are not those that they are said to be."""


class NotInPackage(LeithError, LookupError):
    """The package does not hold what was asked for."""


class StillRunning(LeithError, TimeoutError):
    """The run has not ended within the time that was given. It goes on; `run_id` finds it again."""

    def __init__(self, run_id: str, waited_s: float) -> None:
        super().__init__(f"the run {run_id} has not ended within {waited_s:g} s; it goes on")
        self.run_id = run_id


class Cancelled(LeithError):
    """The run was cancelled."""


class Refused(LeithError):
    """The service refused, and says why in a problem document (RFC 9457)."""

    def __init__(self, problem: Mapping[str, Any], read_help: Callable[[str], str] | None = None) -> None:
        self.problem = dict(problem)
        self._read_help = read_help
        self._help: str | None = None
        super().__init__(str(self))

    @property
    def code(self) -> str:
        """E.g. INVALID_INPUT."""
        return str(self.problem.get("code", "UNKNOWN"))

    @property
    def status(self) -> int:
        """Of HTTP."""
        return int(self.problem.get("status", 0))

    @property
    def detail(self) -> str:
        """What happened this time."""
        return str(self.problem.get("detail") or self.problem.get("title") or f"HTTP {self.status}")

    @property
    def request_id(self) -> str | None:
        """To quote when asking for help."""
        return self.problem.get("request_id")

    @property
    def fields(self) -> dict[str, str]:
        """What is wrong with which field, all of it."""
        errors = self.problem.get("errors", [])
        return {str(error["pointer"]).lstrip("/"): str(error["message"]) for error in errors}

    @property
    def help_url(self) -> str | None:
        """A page of the service: what the code means and how to mend it."""
        return self.problem.get("type")

    @property
    def help(self) -> str:
        """That page as text. It is fetched when it is asked for; where it can't be, this is its address."""
        if self._help is None:
            url = self.help_url or ""
            try:
                self._help = self._read_help(url) if self._read_help and url else url
            except LeithError:
                self._help = url
        return self._help

    def __str__(self) -> str:
        fields = [f"  {name}: {message}" for name, message in self.fields.items()]
        said = "\n".join(fields) if fields else f"  {self.detail}"
        return f"{self.code}\n{said}" + (f"\n  see {self.help_url}" if self.help_url else "")


class InvalidInput(Refused):
    """422: the hologram, a parameter or both together can't be used."""


class Unauthenticated(Refused):
    """401: the API key is missing or not valid."""


class NotFound(Refused):
    """404: there is no such result, run or file, or it is another account's."""


class Busy(Refused):
    """429 or 503: too much was asked for, or the service can't work now. It has been tried again for a while."""


_classes: dict[int, type[Refused]] = {401: Unauthenticated, 404: NotFound, 422: InvalidInput, 429: Busy, 503: Busy}


def refusal(problem: Mapping[str, Any], read_help: Callable[[str], str] | None = None) -> Refused:
    """The exception for a problem document."""
    return _classes.get(int(problem.get("status", 0)), Refused)(problem, read_help)
