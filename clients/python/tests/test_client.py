from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

import leith
from leith._fields import as_text
from leith._sequences import listed

from .fake import EVIDENCE_REPORT_ID, PHASE, Service, package, parts, refused, run, sent

RIG: dict[str, Any] = {"mode": "off-axis", "wavelength_um": 0.633, "pixel_pitch_um": 3.45}


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Time passes, nobody waits."""
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    monkeypatch.setattr("time.monotonic", lambda: sum(waited))
    return waited


def client(service: Service, **options: Any) -> leith.Client:
    return leith.Client("http://leith.test", transport=service, **options)


def test_a_hologram_becomes_maps() -> None:
    service = Service(sent(package()))
    result = client(service).reconstruct(b"hologram", **RIG, z_mm=5, carrier_cycles_per_px=(0.18, -0.15))
    (request,) = service.asked
    assert (request.method, request.url.path) == ("POST", "/public/reconstruct")
    assert request.headers["Idempotency-Key"] and "Authorization" not in request.headers
    assert parts(request) == {
        "hologram": "hologram",
        "holography_mode": "off-axis",
        "wavelength_um": "0.633",
        "pixel_pitch_um": "3.45",
        "z_mm": "5",
        "carrier_cycles_per_px": "0.18,-0.15",
    }
    np.testing.assert_array_equal(result.phase, PHASE)


def test_with_a_key_it_belongs_to_the_account() -> None:
    service = Service(sent(package()), sent(package()))
    with client(service, api_key="leith_key") as own:
        own.reconstruct(b"x", **RIG, calibration_profile_id="prof_1", background=b"y")
        own.result(EVIDENCE_REPORT_ID)
    made, fetched = service.asked
    assert made.url.raw_path == b"/reconstruct_pdhm?calibration_profile_id=prof_1"
    assert made.headers["Authorization"] == "Bearer leith_key"
    assert parts(made)["background"] == "background"
    assert fetched.url.path == f"/results/{EVIDENCE_REPORT_ID}/package"


def test_url_and_key_come_from_the_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEITH_URL", "http://elsewhere.test/leith/")
    monkeypatch.setenv("LEITH_API_KEY", "key")
    service = Service(sent(package()))
    leith.Client(transport=service).result("evr_1")
    assert str(service.asked[0].url) == "http://elsewhere.test/leith/results/evr_1/package"
    assert service.asked[0].headers["Authorization"] == "Bearer key"


def test_frames_come_as_paths_files_and_arrays(tmp_path: Path) -> None:
    path = tmp_path / "h.bmp"
    path.write_bytes(b"BM")
    service = Service(*[sent(package()) for _ in range(4)])
    with client(service) as some:
        some.reconstruct(path, **RIG)
        some.reconstruct(str(path), **RIG)
        with path.open("rb") as file:
            some.reconstruct(file, **RIG)
        some.reconstruct(np.zeros((4, 5), np.uint8), **RIG)
    names = [parts(request)["hologram"] for request in service.asked]
    assert names == ["h.bmp", "h.bmp", "h.bmp", "hologram.npy"]
    pixels = service.asked[-1].content.split(b"\x93NUMPY")[1]
    assert b"'shape': (4, 5)" in pixels
    with pytest.raises(FileNotFoundError):
        some.reconstruct(tmp_path / "nothing.png", **RIG)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1e-7, "1e-07"),
        (np.float64(0.1), "0.1"),
        (np.float32(0.5), "0.5"),
        (np.int64(3), "3"),
        (True, "true"),
        ("auto", "auto"),
        ([1, 2.5], "1,2.5"),
        (["phase", "field"], "phase,field"),
        ([(0, 0, 10, 20), (5, 6, 7, 8)], "0,0,10,20;5,6,7,8"),
        (np.array([0.5, 1.0]), "0.5,1.0"),
    ],
)
def test_parameters_are_written_as_the_service_reads_them(value: object, text: str) -> None:
    assert as_text(value) == text


def test_parameters_that_are_none_are_not_sent_and_others_are_refused() -> None:
    service = Service(sent(package()))
    some = client(service)
    nothing: Any = None
    some.reconstruct(b"x", **RIG, z_mm=nothing)
    assert "z_mm" not in parts(service.asked[0])
    with pytest.raises(TypeError, match="no value of a parameter"):
        odd: Any = object()
        some.reconstruct(b"x", **RIG, z_mm=odd)


def test_what_is_wrong_is_said_with_code_fields_and_help() -> None:
    errors = [
        {"pointer": "/wavelength_um", "message": "is 650, did you mean 0.65?"},
        {"pointer": "/holography_mode", "message": "is missing"},
    ]
    page = "<html><title>t</title><style>p {}</style><header><a>Home</a></header><h1>Some</h1><ul><li>Do <b>this</b>.</li></ul></html>"
    service = Service(
        refused(422, "INVALID_INPUT", detail="two", errors=errors, request_id="req_1"),
        httpx.Response(200, html=page),
    )
    with pytest.raises(leith.InvalidInput) as caught:
        client(service).reconstruct(b"x", **RIG)
    error = caught.value
    assert (error.code, error.status, error.request_id) == ("INVALID_INPUT", 422, "req_1")
    assert error.fields == {"wavelength_um": "is 650, did you mean 0.65?", "holography_mode": "is missing"}
    assert "wavelength_um: is 650, did you mean 0.65?" in str(error)
    assert error.help_url == "http://leith.test/problems/INVALID_INPUT"
    assert error.help == "Some\n- Do this."
    assert error.help == "Some\n- Do this.", "it is fetched once"
    assert len(service.asked) == 2


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refused(401, "MISSING_API_KEY", detail="no key"), leith.Unauthenticated),
        (refused(404, "RESULT_NOT_FOUND", detail="none"), leith.NotFound),
        (refused(409, "DATA_UNDER_LEGAL_HOLD", detail="held"), leith.Refused),
        (httpx.Response(502, html="<h1>Bad gateway</h1>"), leith.Refused),
        (httpx.Response(500, json=["nothing"]), leith.Refused),
        (httpx.Response(301, headers={"Location": "http://thief.test/"}), leith.Refused),
    ],
)
def test_each_refusal_has_its_exception(answer: httpx.Response, kind: type[leith.Refused]) -> None:
    service = Service(answer)
    with pytest.raises(kind) as caught:
        client(service, api_key="secret").result("evr_1")
    assert type(caught.value) is kind and caught.value.status == answer.status_code
    assert [request.url.host for request in service.asked] == ["leith.test"]


def test_the_help_is_read_from_the_service_alone() -> None:
    service = Service(refused(422, "INVALID_INPUT", type="http://thief.test/problems/INVALID_INPUT"))
    with pytest.raises(leith.InvalidInput) as caught:
        client(service, api_key="secret").result("evr_1")
    assert caught.value.help == "http://thief.test/problems/INVALID_INPUT"
    assert len(service.asked) == 1


def test_what_is_busy_is_asked_again_with_the_same_key(no_waiting: list[float]) -> None:
    service = Service(
        refused(503, "OVERLOADED", headers={"Retry-After": "7"}),
        refused(429, "RATE_LIMITED", headers={"Retry-After": "3"}),
        refused(409, "IDEMPOTENCY_IN_PROGRESS", headers={"Retry-After": "1"}),
        httpx.ReadError("gone"),
        sent(package()),
    )
    client(service).reconstruct(b"x", **RIG)
    assert no_waiting == [7, 3, 1, 1]
    assert len({request.headers["Idempotency-Key"] for request in service.asked}) == 1
    assert all(parts(request) == parts(service.asked[0]) for request in service.asked)


def test_patience_has_an_end() -> None:
    answers = [refused(503, "OVERLOADED", headers={"Retry-After": "7"}) for _ in range(9)]
    service = Service(*answers)
    with pytest.raises(leith.Busy):
        client(service, patience_s=20).result("evr_1")
    assert len(service.asked) == 3
    broken = Service(*[httpx.ConnectError("refused") for _ in range(9)])
    with pytest.raises(leith.NotReached, match="leith.test"):
        client(broken).result("evr_1")
    assert len(broken.asked) == 3


def test_a_run_is_followed_and_told_about() -> None:
    states: list[str] = []
    service = Service(
        httpx.Response(202, json=run("queued")),
        httpx.Response(200, json=run("running")),
        httpx.Response(200, json=run("succeeded", evidence_report_id="evr_9")),
        sent(package()),
    )
    result = client(service).reconstruct(b"x", **RIG, progress=lambda state: states.append(state.status))
    assert service.asked[0].headers["Prefer"] == "respond-async"
    assert states == ["queued", "running", "succeeded"]
    paths = [request.url.path for request in service.asked[1:]]
    assert paths == ["/runs/run_1", "/runs/run_1", "/public/results/evr_9/package"]
    np.testing.assert_array_equal(result.phase, PHASE)


def test_a_run_that_was_not_asked_for_is_followed_too() -> None:
    done = run("succeeded", evidence_report_id="evr_9")
    service = Service(httpx.Response(202, json=run("queued")), httpx.Response(200, json=done), sent(package()))
    client(service).reconstruct(b"x", **RIG)
    assert "Prefer" not in service.asked[0].headers
    assert not service.left


def test_waiting_has_an_end_and_the_run_goes_on() -> None:
    states = [httpx.Response(200, json=run("running")) for _ in range(99)]
    service = Service(httpx.Response(202, json=run("queued")), *states)
    with pytest.raises(leith.StillRunning) as caught:
        client(service).reconstruct(b"x", **RIG, wait=3)
    assert caught.value.run_id == "run_1" and isinstance(caught.value, TimeoutError)
    assert 5 < len(service.asked) < 10


def test_a_run_that_fails_raises_what_a_request_would_have() -> None:
    problem = {"type": "/problems/SIDEBAND_NOT_FOUND", "status": 422, "code": "SIDEBAND_NOT_FOUND", "detail": "none"}
    service = Service(
        httpx.Response(202, json=run("queued")),
        httpx.Response(200, json=run("failed", problem=problem)),
    )
    with pytest.raises(leith.InvalidInput) as caught:
        client(service).reconstruct(b"x", **RIG, wait=True)
    assert caught.value.code == "SIDEBAND_NOT_FOUND"
    assert caught.value.help_url == "http://leith.test/problems/SIDEBAND_NOT_FOUND"


def test_runs_are_handed_in_found_and_cancelled() -> None:
    service = Service(
        httpx.Response(202, json=run("queued")),
        httpx.Response(200, json=run("cancelled")),
        httpx.Response(200, json=run("cancelled")),
    )
    some = client(service)
    submitted = some.submit(b"x", **RIG)
    assert (submitted.run_id, submitted.is_over, submitted.fraction) == ("run_1", False, 0.5)
    assert some.cancel("run_1").is_over
    with pytest.raises(leith.Cancelled):
        some.wait("run_1", math.inf)


def test_what_arrives_otherwise_than_it_was_sent_is_not_believed() -> None:
    response = sent(package())
    service = Service(httpx.Response(200, content=package()[:-1], headers=dict(response.headers) | {"content-length": "9"}))
    with pytest.raises(leith.Damaged, match="try again"):
        client(service).result("evr_1")


def test_results_are_listed_page_by_page_read_in_part_and_deleted() -> None:
    service = Service(
        httpx.Response(200, json={"items": [{"evidence_report_id": "a"}], "next_cursor": "x=&y"}),
        httpx.Response(200, json={"items": [{"evidence_report_id": "b"}], "next_cursor": None}),
        httpx.Response(200, json={"evidence_report_id": "a"}),
        sent(b"file"),
        httpx.Response(204),
    )
    own = client(service, api_key="key")
    assert [item["evidence_report_id"] for item in own.results()] == ["a", "b"]
    assert service.asked[1].url.params["cursor"] == "x=&y"
    assert own.evidence("a") == {"evidence_report_id": "a"}
    assert own.file("a", "data/phase.tif") == b"file"
    own.delete("a/../b")
    assert [request.url.raw_path for request in service.asked[2:]] == [
        b"/results/a/evidence",
        b"/results/a/files/data/phase.tif",
        b"/results/a%2F..%2Fb",
    ]


def test_results_are_searched_and_labelled() -> None:
    service = Service(
        httpx.Response(200, json={"items": [], "next_cursor": None}),
        httpx.Response(200, json={"evidence_report_id": "a", "sample": "slide 4", "note": None}),
    )
    own = client(service, api_key="key")
    assert list(own.results("slide 4", sort="sample")) == []
    assert own.label("a", sample="slide 4", note=None)["sample"] == "slide 4"
    listed, labelled = service.asked
    assert dict(listed.url.params) == {"limit": "200", "q": "slide 4", "sort": "sample"}
    assert (labelled.method, labelled.url.path) == ("PATCH", "/results/a")
    assert json.loads(labelled.content) == {"sample": "slide 4", "note": None}


def test_an_open_file_may_have_no_name() -> None:
    service = Service(sent(package()))
    client(service).reconstruct(io.BytesIO(b"x"), **RIG)
    assert parts(service.asked[0])["hologram"] == "hologram"


def test_frames_are_a_folder_an_npy_stack_or_an_array_and_no_other_file(tmp_path: Path) -> None:
    for name in ("f10.tif", "f2.tif", ".f1.tif", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in listed(tmp_path)] == ["f2.tif", "f10.tif"]
    stack = np.arange(24).reshape(3, 2, 4)
    np.save(tmp_path / "stack.npy", stack)
    assert [np.asarray(frame).tolist() for frame in listed(tmp_path / "stack.npy")] == stack.tolist()
    np.save(tmp_path / "one.npy", stack[0])
    with pytest.raises(ValueError, match="this one has 2 dimensions"):
        listed(tmp_path / "one.npy")
    with pytest.raises(ValueError, match="is one file: give a folder"):
        listed(tmp_path / "f2.tif")
