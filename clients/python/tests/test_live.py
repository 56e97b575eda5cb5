"""Against a service that runs: LEITH_URL says where, LEITH_EXAMPLES where examples/ is. Without them it is skipped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest

import leith

URL = os.environ.get("LEITH_URL", "")
EXAMPLES = Path(os.environ.get("LEITH_EXAMPLES", ""))
HOLOGRAM = EXAMPLES / "off-axis.png"
BACKGROUND = EXAMPLES / "off-axis-background.png"

pytestmark = pytest.mark.skipif(not URL or not HOLOGRAM.is_file(), reason="LEITH_URL and LEITH_EXAMPLES are not set")


@pytest.fixture(scope="module")
def account() -> Iterator[leith.Client]:
    body = {"email": f"python-{os.getpid()}@example.org", "password": "correct horse battery"}
    made = httpx.post(f"{URL}/users/signup", json=body).raise_for_status().json()
    with leith.Client(URL, made["api_key"]) as client:
        yield client


def test_six_beads_of_three_radians() -> None:
    result = leith.reconstruct(
        HOLOGRAM, mode="off-axis", wavelength_um=0.6328, pixel_pitch_um=3.45, z_mm=5, background=BACKGROUND
    )
    assert result.phase.shape == (768, 768) and result.pixel_size_um == (3.45, 3.45)
    assert abs(result.phase.max() - 3) < 0.1
    assert 1e-3 < np.median(result.uncertainty) < 0.02
    # the same phase twice: unwrapped in the map, wrapped in the field
    difference = np.angle(result.field * np.exp(-1j * result.phase.astype(np.float64)))
    assert np.abs(difference).max() < 1e-5
    np.testing.assert_allclose(np.abs(result.field), result.amplitude, rtol=1e-5)
    result.verify(HOLOGRAM)
    assert result.report["requester"] == "public" and result.report.html
    assert result.report.parameters["z_mm"] == 5


def test_an_account_keeps_it_until_it_is_deleted(account: leith.Client) -> None:
    states: list[leith.Run] = []
    result = account.reconstruct(
        HOLOGRAM,
        mode="off-axis",
        wavelength_um=0.6328,
        pixel_pitch_um=3.45,
        z_mm=5,
        output_sampling="native",
        carrier_cycles_per_px=(0.18, 0.15),
        progress=states.append,
    )
    assert states[-1].status == "succeeded" and states[-1].fraction == 1
    assert [one["evidence_report_id"] for one in account.results()] == [result.id]
    assert account.evidence(result.id) == result.evidence
    assert account.file(result.id, "data/phase.tif") == result.file("data/phase.tif")
    assert account.result(result.id).package == result.package
    account.delete(result.id)
    with pytest.raises(leith.NotFound) as caught:
        account.result(result.id)
    assert caught.value.code == "RESULT_NOT_FOUND"


def test_pixels_may_come_from_numpy() -> None:
    y, x = np.mgrid[:128, :128]
    pixels = np.round(120 + 100 * np.cos(2 * np.pi * (0.2 * x + 0.15 * y))).astype(np.uint8)
    result = leith.reconstruct(pixels, mode="off-axis", wavelength_um=0.6328, pixel_pitch_um=3.45, z_mm=0, url=URL)
    assert result.evidence["input"]["format"] == "npy"
    result.verify(pixels)


def test_a_package_may_hold_the_phase_alone() -> None:
    result = leith.reconstruct(
        HOLOGRAM,
        mode="off-axis",
        wavelength_um=0.6328,
        pixel_pitch_um=3.45,
        z_mm=5,
        output_sampling="native",
        outputs=["phase"],
    )
    assert result.maps == ["phase"] and result.phase.ndim == 2
    result.verify(HOLOGRAM)
    with pytest.raises(leith.NotInPackage, match="its maps are phase$"):
        result.uncertainty


def test_everything_that_is_wrong_is_said_at_once_with_help() -> None:
    with pytest.raises(leith.InvalidInput) as caught:
        leith.reconstruct(HOLOGRAM, mode="off-axis", wavelength_um=650, pixel_pitch_um=-1)
    assert caught.value.code == "INVALID_INPUT"
    assert "did you mean 0.65" in caught.value.fields["wavelength_um"] and "pixel_pitch_um" in caught.value.fields
    assert len(caught.value.help) > 100 and "<" not in caught.value.help
    with pytest.raises(leith.Unauthenticated):
        leith.Client(URL, "leith_nobody").result("evr_1")


def test_a_sequence_is_sent_and_read_where_it_lies(account: leith.Client, tmp_path: Path) -> None:
    pytest.importorskip("zarr")
    y, x = np.mgrid[:128, :128]
    spot = 0.8 * np.exp(-((x - 70) ** 2 + (y - 50) ** 2) / 400)
    noise = np.random.default_rng(1)
    frames = [
        noise.poisson(900 + 800 * np.cos(2 * np.pi * (0.2 * x + 0.15 * y) + spot + 0.3 * k)).astype(np.uint16)
        for k in range(4)
    ]
    told: list[tuple[int, int]] = []
    rig = leith.Parameters(z_mm=0)
    made = account.create_sequence(4, mode="off-axis", wavelength_um=0.6328, pixel_pitch_um=3.45, interval_s=0.5, **rig)
    account.upload_frames(made.sequence_id, frames[:2])
    assert account.find_sequence(made.sequence_id).missing == [2, 3]
    account.upload_frames(made.sequence_id, frames, lambda *numbers: told.append(numbers))
    assert told == [(3, 4), (4, 4)]
    sequence = account.wait_for_sequence(account.start_sequence(made.sequence_id))
    assert sequence.phase.shape[0] == 4 and sequence.phase.shape[1:] == sequence.mean_phase.shape
    assert sequence.time.tolist() == [0, 0.5, 1, 1.5] and len(sequence.x) == sequence.phase.shape[2]
    phases = np.asarray(sequence.phase[:])
    np.testing.assert_allclose(phases[sequence.belongs].mean(axis=0), sequence.mean_phase, atol=1e-5)
    np.testing.assert_array_equal(sequence.phase[2, 10], phases[2, 10])
    turned = np.diff(sequence.frames["piston_rad"])
    np.testing.assert_allclose(np.angle(np.exp(1j * (turned - turned[0]))), 0, atol=0.02)
    saved = leith.load_sequence(sequence.save(tmp_path / "cells.zip"))
    assert saved.id == sequence.id and saved.report["requester"] == sequence.report["requester"]
    np.testing.assert_array_equal(np.asarray(saved.amplitude[:, 5, 6]), sequence.amplitude[:, 5, 6])
    pytest.importorskip("xarray")
    labelled = saved.to_xarray()
    assert labelled.dims == ("time", "y", "x") and labelled.attrs["units"] == "rad"
    assert float(labelled.sel(time=1.0).isel(x=3, y=4)) == float(phases[2, 4, 3])
    with pytest.raises(leith.InvalidInput) as caught:
        account.sequence(frames[:1], mode="off-axis", wavelength_um=0.6328, pixel_pitch_um=3.45)
    assert "frames" in caught.value.fields
