"""Signs up, reconstructs a hologram, reads the package and deletes it: with what openapi-python-client generated.

    whole_path.py URL HOLOGRAM
"""

import hashlib
import io
import sys
import zipfile
from pathlib import Path

from leith_generated import AuthenticatedClient, Client
from leith_generated.api.accounts import get_account, sign_up
from leith_generated.api.archive import delete_data
from leith_generated.api.reconstruction import reconstruct
from leith_generated.api.results import (
    delete_result,
    download_file,
    download_package,
    get_evidence,
    get_result,
    list_results,
)
from leith_generated.api.runs import get_run
from leith_generated.models import (
    DeletionReceipt,
    EvidenceReport,
    Problem,
    ReconstructBody,
    ReconstructBodyHolographyMode,
    ResultWithSummary,
    Run,
    SignUpBody,
)
from leith_generated.types import File


def main(url: str, hologram: str) -> None:
    anyone = Client(base_url=url, raise_on_unexpected_status=True)
    account = sign_up.sync(client=anyone, body=SignUpBody(email="generated@example.org", password="correct horse battery"))
    assert account is not None and not isinstance(account, Problem), account
    client = AuthenticatedClient(base_url=url, token=account.api_key, raise_on_unexpected_status=True)

    def body(wavelength_um: float = 0.6328) -> ReconstructBody:
        file = File(payload=io.BytesIO(Path(hologram).read_bytes()), file_name="off-axis.png")
        return ReconstructBody(
            hologram=file,
            holography_mode=ReconstructBodyHolographyMode.OFF_AXIS,
            wavelength_um=wavelength_um,
            pixel_pitch_um=3.45,
            z_mm=5,
        )

    made = reconstruct.sync_detailed(client=client, body=body())
    assert made.status_code == 200 and isinstance(made.parsed, File), made
    package = made.parsed.payload.read()
    evidence_report_id = made.headers["Evidence-Report-Id"]
    with zipfile.ZipFile(io.BytesIO(package)) as zipped:
        phase = zipped.read("data/phase.tif")

    # all the models of the answers read what is answered
    me = get_account.sync(client=client)
    assert me is not None and not isinstance(me, Problem) and me.stored_packages == 1, me
    results = list_results.sync(client=client)
    assert results is not None and not isinstance(results, Problem), results
    assert [item.evidence_report_id for item in results.items] == [evidence_report_id]
    result = get_result.sync(evidence_report_id, client=client)
    assert isinstance(result, ResultWithSummary), result
    assert result.package.sha256 == hashlib.sha256(package).hexdigest()
    report = get_evidence.sync(evidence_report_id, client=client)
    assert isinstance(report, EvidenceReport) and report.evidence_report_id == evidence_report_id, report
    listed = next(output for output in report.outputs if output.path.endswith("/phase.tif"))
    assert listed.sha256 == hashlib.sha256(phase).hexdigest()
    file = download_file.sync(evidence_report_id, "data/phase.tif", client=client)
    assert isinstance(file, File) and file.payload.read() == phase
    again = download_package.sync(evidence_report_id, client=client)
    assert isinstance(again, File) and again.payload.read() == package

    refused = reconstruct.sync(client=client, body=body(650))
    assert isinstance(refused, Problem) and refused.errors, refused
    print(refused.code.value, refused.errors[0].pointer, refused.errors[0].message)
    run = reconstruct.sync(client=client, body=body(), prefer="respond-async")
    assert isinstance(run, Run), run
    assert isinstance(get_run.sync(run.run_id, client=client), Run)

    assert delete_result.sync_detailed(evidence_report_id, client=client).status_code == 204
    gone = get_result.sync(evidence_report_id, client=client)
    assert isinstance(gone, Problem) and gone.code.value == "RESULT_NOT_FOUND", gone
    receipt = delete_data.sync(client=client)
    assert isinstance(receipt, DeletionReceipt), receipt
    print("deleted", receipt.receipt_id)


if __name__ == "__main__":
    main(*sys.argv[1:])
