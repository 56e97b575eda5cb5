"""The service, as Python sees it."""

from __future__ import annotations

import math
import os
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypedDict
from urllib.parse import quote, urlencode

import httpx
from numpy.typing import NDArray

from ._fields import Frame, as_fields, as_file
from ._sequences import OpenSequence, Sequences, ServedFiles, listed
from ._transport import Transport, checked
from .errors import Cancelled, StillRunning
from .result import Result
from .run import Run, as_run
from .sequence import Sequence

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .parameters import Parameters

DEFAULT_URL = "http://127.0.0.1:8080"
_POLL_S = 0.5

Mode = Literal["off-axis", "inline"]
Progress = Callable[[Run], None]


class Labels(TypedDict, total=False):
    """What the owner of a result says of it."""

    sample: str | None
    note: str | None


class Client:
    """
    A Leith service.

    url: of the service; not given: LEITH_URL, or this machine.
    api_key: not given: LEITH_API_KEY; without one reconstructions belong to no account.
    timeout_s: how long one answer may take. patience_s: how long a request is repeated while the service is busy.
    """

    def __init__(
        self,
        url: str | None = None,
        api_key: str | None = None,
        *,
        timeout_s: float = 600.0,
        patience_s: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._transport = Transport(
            url or os.environ.get("LEITH_URL") or DEFAULT_URL,
            api_key or os.environ.get("LEITH_API_KEY"),
            timeout_s=timeout_s,
            patience_s=patience_s,
            transport=transport,
        )
        self._sequences = Sequences(self._transport)

    def reconstruct(
        self,
        hologram: Frame,
        *,
        mode: Mode,
        wavelength_um: float,
        pixel_pitch_um: float,
        background: Frame | None = None,
        calibration_profile_id: str | None = None,
        wait: float | bool | None = None,
        progress: Progress | None = None,
        **parameters: Unpack[Parameters],
    ) -> Result:
        """
        Reconstructs a hologram and returns its result.

        hologram, background: a path, bytes, an open file, or an array of pixels.
        wait: hand it in as a run and follow it for so many seconds (True: for as long as it takes).
        progress: is told how the run is getting on; with it, a run is made.
        parameters: as the API names them, e.g. z_mm=5; see leith.Parameters.
        Raises InvalidInput and the other errors of leith.errors; StillRunning where `wait` was too short.
        """
        as_a_run = progress is not None or (wait is not None and wait is not False)
        response = self._post(
            hologram,
            background,
            {
                "holography_mode": mode,
                "wavelength_um": wavelength_um,
                "pixel_pitch_um": pixel_pitch_um,
                **parameters,
            },
            calibration_profile_id,
            {"Prefer": "respond-async"} if as_a_run else {"Accept": "application/zip"},
        )
        # a service may also make a run of what was not asked to be one
        if response.status_code != 202:
            return Result(checked(response))
        limit = math.inf if wait is None or isinstance(wait, bool) else float(wait)
        return self.wait(as_run(response.json()), limit, progress)

    def submit(
        self,
        hologram: Frame,
        *,
        mode: Mode,
        wavelength_um: float,
        pixel_pitch_um: float,
        background: Frame | None = None,
        calibration_profile_id: str | None = None,
        **parameters: Unpack[Parameters],
    ) -> Run:
        """Hands a hologram in to be reconstructed later; `wait` gives the result."""
        fields = {"holography_mode": mode, "wavelength_um": wavelength_um, "pixel_pitch_um": pixel_pitch_um}
        headers = {"Prefer": "respond-async"}
        response = self._post(hologram, background, {**fields, **parameters}, calibration_profile_id, headers)
        return as_run(response.json())

    def run(self, run_id: str) -> Run:
        """How a run is getting on."""
        return as_run(self._transport.json("GET", f"/runs/{quote(run_id, safe='')}"))

    def cancel(self, run_id: str) -> Run:
        """Cancels a run: it can no longer leave a result."""
        return as_run(self._transport.json("DELETE", f"/runs/{quote(run_id, safe='')}"))

    def wait(self, run: Run | str, limit_s: float = math.inf, progress: Progress | None = None) -> Result:
        """Follows a run to its end and returns its result. Raises Refused where it has failed."""
        return self.result(self._followed(run, limit_s, progress))

    def _followed(self, run: Run | str, limit_s: float, progress: Progress | None) -> str:
        began = time.monotonic()
        state = run if isinstance(run, Run) else self.run(run)
        while True:
            if progress is not None:
                progress(state)
            if state.is_over:
                break
            left_s = limit_s - (time.monotonic() - began)
            if left_s <= 0:
                raise StillRunning(state.run_id, limit_s)
            time.sleep(min(_POLL_S, left_s))
            state = self.run(state.run_id)
        if state.evidence_report_id is not None:
            return state.evidence_report_id
        if state.problem is not None:
            raise self._transport.refusal_of(state.problem)
        raise Cancelled(f"the run {state.run_id} was cancelled")

    def sequence(
        self,
        frames: str | os.PathLike[str] | Iterable[Frame] | NDArray[Any],
        *,
        mode: Mode,
        wavelength_um: float,
        pixel_pitch_um: float,
        interval_s: float | None = None,
        background: Frame | None = None,
        progress: Progress | None = None,
        **parameters: Unpack[Parameters],
    ) -> Sequence:
        """
        Reconstructs many frames of one rig as one, and returns the result, of which is read what is asked for.

        frames: a folder, files or arrays in the order of time, or one array of frames x rows x columns, also an NPY file.
        interval_s: from one frame to the next.
        Needs the key of an account. An upload that was cut off: `create_sequence`, `upload_frames`, `start_sequence`.
        """
        every = listed(frames)
        made = self.create_sequence(
            len(every),
            mode=mode,
            wavelength_um=wavelength_um,
            pixel_pitch_um=pixel_pitch_um,
            interval_s=interval_s,
            background=background,
            **parameters,
        )
        self.upload_frames(made.sequence_id, every)
        return self.wait_for_sequence(self.start_sequence(made.sequence_id), progress=progress)

    def create_sequence(
        self,
        frames: int,
        *,
        mode: Mode,
        wavelength_um: float,
        pixel_pitch_um: float,
        interval_s: float | None = None,
        background: Frame | None = None,
        **parameters: Unpack[Parameters],
    ) -> OpenSequence:
        """Begins a sequence of so many frames, which are then sent."""
        rig = {"holography_mode": mode, "wavelength_um": wavelength_um, "pixel_pitch_um": pixel_pitch_um}
        return self._sequences.create(frames, {**rig, "interval_s": interval_s, **parameters}, background)

    def find_sequence(self, sequence_id: str) -> OpenSequence:
        """Which frames are there, and how its run is getting on."""
        return self._sequences.find(sequence_id)

    def upload_frames(
        self,
        sequence_id: str,
        frames: str | os.PathLike[str] | Iterable[Frame] | NDArray[Any],
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        """Sends those of all frames that the service does not have. progress: is told how many are there, and of how many."""
        self._sequences.upload(self.find_sequence(sequence_id), listed(frames), progress)

    def start_sequence(self, sequence_id: str) -> Run:
        """Has it reconstructed; `wait_for_sequence` gives the result."""
        return self._sequences.start(sequence_id)

    def forget_sequence(self, sequence_id: str) -> None:
        """Cancels it and deletes its frames; a result that exists stays."""
        self._sequences.forget(sequence_id)

    def wait_for_sequence(
        self, run: Run | str, limit_s: float = math.inf, progress: Progress | None = None
    ) -> Sequence:
        """Follows a run to its end and returns its result. Raises Refused where it has failed."""
        return self.sequence_result(self._followed(run, limit_s, progress))

    def sequence_result(self, evidence_report_id: str) -> Sequence:
        """The result of a sequence, of which is read what is asked for."""
        return Sequence(ServedFiles(self._transport, evidence_report_id))

    def result(self, evidence_report_id: str) -> Result:
        """A result that exists: its whole package."""
        return Result(self._transport.bytes(self._address(evidence_report_id, "package")))

    def evidence(self, evidence_report_id: str) -> dict[str, Any]:
        """The evidence report of a result, without its package."""
        report: dict[str, Any] = self._transport.json("GET", self._address(evidence_report_id, "evidence"))
        return report

    def file(self, evidence_report_id: str, path: str) -> bytes:
        """One file of a result, e.g. `data/phase.tif`, without the others."""
        return self._transport.bytes(self._address(evidence_report_id, f"files/{quote(path)}"))

    def results(
        self,
        search: str | None = None,
        *,
        sort: Literal["newest", "oldest", "file_name", "sample"] | None = None,
    ) -> Iterator[dict[str, Any]]:
        """
        What is known of the account's results, newest first.

        search: words of the file name, the sample and the note, all of which have to be there.
        """
        cursor: str | None = None
        while True:
            given = {"q": search, "sort": sort, "cursor": cursor}
            query = {"limit": "200", **{name: value for name, value in given.items() if value}}
            page = self._transport.json("GET", f"/results?{urlencode(query)}")
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def label(self, evidence_report_id: str, **labels: Unpack[Labels]) -> dict[str, Any]:
        """
        Says of which sample a result of the account is, and makes a note; what is not given stays, None takes it away.

        Returns what is then known of the result.
        """
        path = f"/results/{quote(evidence_report_id, safe='')}"
        known: dict[str, Any] = self._transport.json("PATCH", path, dict(labels))
        return known

    def delete(self, evidence_report_id: str) -> None:
        """Deletes a result of the account."""
        self._transport.send("DELETE", f"/results/{quote(evidence_report_id, safe='')}")

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _address(self, evidence_report_id: str, what: str) -> str:
        place = "/results" if self._transport.has_key else "/public/results"
        return f"{place}/{quote(evidence_report_id, safe='')}/{what}"

    def _post(
        self,
        hologram: Frame,
        background: Frame | None,
        parameters: dict[str, Any],
        calibration_profile_id: str | None,
        headers: dict[str, str],
    ) -> httpx.Response:
        files = {"hologram": as_file(hologram, "hologram")}
        if background is not None:
            files["background"] = as_file(background, "background")
        path = "/reconstruct_pdhm" if self._transport.has_key else "/public/reconstruct"
        if calibration_profile_id is not None:
            path += "?" + urlencode({"calibration_profile_id": calibration_profile_id})
        # one key for every attempt: where an answer is lost on its way, asking again makes nothing twice
        keyed = {**headers, "Idempotency-Key": str(uuid.uuid4())}
        return self._transport.send("POST", path, headers=keyed, fields=as_fields(parameters), files=files)
