from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

import leith
from leith._tiff import read_map
from leith.result import _mean_variance, _on_pixels

from .fake import EVIDENCE_REPORT_ID, FIELD, PHASE, files, manifest, npy, package, tiff, zipped


def result() -> leith.Result:
    return leith.Result(package())


def test_maps_are_arrays_that_may_be_changed() -> None:
    phase = result().phase
    assert (phase.dtype, phase.shape) == (np.dtype(np.float32), (3, 4))
    np.testing.assert_array_equal(phase, PHASE)
    phase += 1
    np.testing.assert_array_equal(result().uncertainty, np.full((3, 4), 0.1, np.float32))
    np.testing.assert_array_equal(result().field, FIELD)
    assert result().maps == ["phase", "phase_uncertainty"]


def test_a_map_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(leith.NotInPackage, match=r"no data/height\.tif; its maps are phase, phase_uncertainty"):
        result().height
    with pytest.raises(LookupError):
        result().file("data/nothing")


def test_a_mean_is_surer_than_a_pixel_by_what_averages_out() -> None:
    mean, uncertainty = result().mean(slice(0, 2), slice(1, 3))
    assert mean == pytest.approx(float(PHASE[0:2, 1:3].mean()))
    # the package states no components: nothing is known to average out
    assert uncertainty == pytest.approx(0.1)
    with pytest.raises(ValueError, match="no pixel"):
        result().mean(slice(0, 0), slice(0, 1))
    noise = {"median_rad": 0.3, "correlation_length_um": 2.0}
    surface = {"median_rad": 0.1, "correlation_length_um": None}
    unknown = {"median_rad": None, "correlation_length_um": None}
    area = np.pi * 4 * 99
    assert _mean_variance([noise, surface, unknown], area) == pytest.approx(0.09 / 100 + 0.01)


def test_what_is_known_of_single_places_does_not_average_out() -> None:
    share = {"rows": 2, "cols": 2, "values": [0.0, 0.25, 0.5, 1.0]}
    expected = [[0.0, 0.0, 0.25, 0.25], [0.5, 0.5, 1.0, 1.0], [0.5, 0.5, 1.0, 1.0]]
    np.testing.assert_array_equal(_on_pixels(share, (3, 4)), expected)
    one = result()
    noise = {"median_rad": 0.3, "correlation_length_um": 1e-3}
    surface = {"median_rad": 0.3, "correlation_length_um": None}
    one.evidence["uncertainty"] = {"components": [noise, surface], "lasting_share": share}
    assert one.mean(slice(0, 1), slice(0, 2))[1] == pytest.approx(0.0, abs=1e-3)
    assert one.mean(slice(1, 3), slice(2, 4))[1] == pytest.approx(0.1)
    assert one.mean(slice(0, 1), slice(2, 4))[1] == pytest.approx(0.1 * np.sqrt(0.25), rel=1e-3)


def test_sizes_are_of_the_sample() -> None:
    assert result().pixel_size_um == (0.5, 0.25)
    assert result().pixel_size_um.y == 0.25
    assert result().extent_um == (0.0, 2.0, 0.75, 0.0)


def test_the_report_is_json_a_few_lines_and_a_page() -> None:
    report = result().report
    assert report["evidence_report_id"] == result().id == EVIDENCE_REPORT_ID
    assert dict(report) == result().evidence
    assert [(flag.code, flag.level) for flag in report.flags] == [("distance_unknown", "needs_review")]
    assert "median 0.1 rad" in str(report) and "needs_review distance_unknown: z = 0 was assumed" in str(report)
    assert report.parameters == {"z_mm": 0, "carrier": [0.1, 0.2]}
    assert "(Made up)" in str(report)
    assert report.html is not None and "“Report”" in report.html
    shown = report._repr_html_()
    assert shown is not None and "<iframe sandbox srcdoc=" in shown and shown.count('"') == 4


def test_it_is_saved_whole_and_read_again(tmp_path: Path) -> None:
    path = result().save(tmp_path / "result.zip")
    assert path.read_bytes() == package()
    assert [entry.name for entry in tmp_path.iterdir()] == ["result.zip"]
    np.testing.assert_array_equal(leith.load(path).phase, PHASE)
    with pytest.raises(FileNotFoundError):
        result().save(tmp_path / "nowhere" / "result.zip")
    folder = result().extract(tmp_path / "out")
    assert (folder / "data/phase.tif").read_bytes() == files()["data/phase.tif"]


def test_digests_hold_for_a_package_as_it_was_made() -> None:
    result().verify()
    result().verify(hologram=b"hologram")
    with pytest.raises(leith.Damaged, match="not the one"):
        result().verify(hologram=b"another")


def other(**changes: bytes | None) -> bytes:
    """A package whose files are not those of its manifests."""
    original = files()
    tags = {"bagit.txt": b"BagIt-Version: 1.0\n", "manifest-sha256.txt": manifest(original)}
    contents: dict[str, bytes | None] = {**tags, "tagmanifest-sha256.txt": manifest(tags), **original, **changes}
    return zipped({path: data for path, data in contents.items() if data is not None})


def changed_with_its_manifest() -> bytes:
    """Somebody who changes a map and its digest in the bag, but not in the report."""
    return package({**files(), "data/phase.tif": tiff(PHASE + 1)})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (other(**{"data/phase.tif": tiff(PHASE + 1)}), "data/phase.tif is not what its digest says"),
        (other(**{"data/field.npy": None}), "data/field.npy is missing"),
        (other(**{"data/more.txt": b"x"}), "data/more.txt is not listed"),
        (other(**{"manifest-sha256.txt": None}), "manifest-sha256.txt is missing"),
        (other(**{"bagit.txt": b"x"}), "bagit.txt is not what its digest says"),
        (changed_with_its_manifest(), "not what the evidence report says"),
    ],
)
def test_digests_give_away_what_was_changed(data: bytes, words: str) -> None:
    with pytest.raises(leith.Damaged, match=words):
        leith.Result(data).verify()


def test_what_is_no_package_is_refused() -> None:
    with pytest.raises(leith.Damaged, match="no package"):
        leith.Result(b"PK nothing")
    with pytest.raises(leith.Damaged):
        leith.Result(package()[:-30])


def test_a_field_that_holds_objects_is_not_loaded() -> None:
    poisoned = leith.Result(package({**files(), "data/field.npy": npy(np.array([{}], dtype=object))}))
    with pytest.raises(ValueError, match="allow_pickle"):
        poisoned.field


def test_tiffs_of_others_are_read_by_tifffile() -> None:
    tifffile = pytest.importorskip("tifffile")
    file = io.BytesIO()
    tifffile.imwrite(file, PHASE, byteorder=">")
    np.testing.assert_array_equal(read_map(file.getvalue()), PHASE)


def test_a_map_that_is_cut_short_is_damaged() -> None:
    with pytest.raises(leith.Damaged, match="cut short"):
        read_map(tiff(PHASE)[:-1])
