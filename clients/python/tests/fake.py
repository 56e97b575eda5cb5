"""A service that is not there, and a package of a few bytes."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

import httpx
import numpy as np
from numpy.typing import NDArray

PHASE = np.arange(12, dtype=np.float32).reshape(3, 4) / 7
FIELD = np.exp(1j * PHASE).astype(np.complex64)
EVIDENCE_REPORT_ID = "evr_01fake"


def tiff(values: NDArray[np.floating[Any]]) -> bytes:
    """As the service writes maps: the numbers behind one directory."""
    rows, columns = values.shape
    tags = [(256, columns), (257, rows), (258, 32), (259, 1), (273, 0), (278, rows), (279, 4 * values.size), (339, 3)]
    start = 8 + 2 + 12 * len(tags) + 4
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, start if tag == 273 else value) for tag, value in tags)
    head = struct.pack("<2sHI", b"II", 42, 8) + struct.pack("<H", len(tags)) + entries + bytes(4)
    return head + values.astype("<f4").tobytes()


def npy(array: NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def files(hologram: bytes = b"hologram") -> dict[str, bytes]:
    data = {
        "data/phase.tif": tiff(PHASE),
        "data/phase_uncertainty.tif": tiff(PHASE * 0 + 0.1),
        "data/field.npy": npy(FIELD),
        "data/report.html": b"<!doctype html><h1>\xe2\x80\x9cReport\xe2\x80\x9d</h1>",
    }
    outputs = [
        {
            "path": path,
            "sha256": sha256(content),
            "shape": [3, 4],
            "pixel_size_um": {"x": 0.5, "y": 0.25},
        }
        for path, content in data.items()
        if not path.endswith("html")
    ]
    flag = {"code": "distance_unknown", "level": "needs_review", "detail": "z = 0 was assumed"}
    evidence = {
        "evidence_report_id": EVIDENCE_REPORT_ID,
        "created_at": "2026-11-22T00:00:00Z",
        "input": {"sha256": sha256(hologram), "format": "png", "width_px": 4, "height_px": 3},
        "parameters": {"requested": {}, "used": {"recipe": {"z_mm": 0, "carrier": None}, "carrier": [0.1, 0.2]}},
        "quality": {"flags": [flag], "metrics": {}},
        "uncertainty": {"method": "Made up. In a fake.", "median_phase_sigma_rad": 0.1},
        "outputs": outputs,
    }
    return {**data, "data/evidence.json": json.dumps(evidence).encode()}


def manifest(contents: Mapping[str, bytes]) -> bytes:
    return "".join(f"{sha256(data)}  {path}\n" for path, data in contents.items()).encode()


def package(contents: Mapping[str, bytes] | None = None) -> bytes:
    data = files() if contents is None else contents
    tags = {"bagit.txt": b"BagIt-Version: 1.0\n", "manifest-sha256.txt": manifest(data)}
    return zipped({**tags, "tagmanifest-sha256.txt": manifest(tags), **data})


def zipped(contents: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for path, data in contents.items():
            archive.writestr(path, data)
    return file.getvalue()


def sent(data: bytes, **headers: str) -> httpx.Response:
    """A stored file, as it is answered."""
    digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
    return httpx.Response(200, content=data, headers={"Repr-Digest": f"sha-256=:{digest}:", **headers})


def refused(status: int, code: str, **more: Any) -> httpx.Response:
    headers = more.pop("headers", {})
    document = {"type": f"/problems/{code}", "title": code.lower(), "status": status, "code": code, **more}
    return httpx.Response(status, json=document, headers={"Content-Type": "application/problem+json", **headers})


def run(status: str, **more: Any) -> dict[str, Any]:
    return {"run_id": "run_1", "status": status, "progress": {"stage": None, "fraction": 0.5}, **more}


class Service(httpx.MockTransport):
    """Answers what it is told to, in order, and remembers what it was asked."""

    def __init__(self, *answers: httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]) -> None:
        self.asked: list[httpx.Request] = []
        left = list(answers)

        def answer(request: httpx.Request) -> httpx.Response:
            request.read()
            self.asked.append(request)
            following = left.pop(0)
            if isinstance(following, Exception):
                raise following
            return following(request) if callable(following) else following

        super().__init__(answer)
        self.left = left


def parts(request: httpx.Request) -> dict[str, str]:
    """The fields of a multipart body; of files their names."""
    boundary = request.headers["Content-Type"].split("boundary=")[1].encode()
    found = {}
    for piece in request.content.split(b"--" + boundary)[1:-1]:
        head, _, body = piece.partition(b"\r\n\r\n")
        words = head.decode()
        name = words.split('name="')[1].split('"')[0]
        is_file = "filename=" in words
        found[name] = words.split('filename="')[1].split('"')[0] if is_file else body[:-2].decode()
    return found
