import type { Kernels } from '../../core/kernel/kernels.ts';
import type { Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { byteLength } from '../encode/encoded-file.ts';
import { buildEvidenceReport, evidenceJson } from '../report/build-evidence-report.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';
import { reportPage } from '../report/report-page.ts';
import { bagFiles } from './bag.ts';
import { vouchFor, type Signer } from './dsse.ts';
import { withSignature } from './envelope.ts';
import type { PackageContext } from '../report/package-context.ts';
import { payloadDigest } from './payload-digest.ts';
import { textFile } from './package-file.ts';
import { encodePayload } from './payload.ts';
import { roCrateMetadata } from './ro-crate.ts';
import { storedZip } from './stored-zip.ts';

export interface ResultPackage {
  /** the ZIP in order; the large ones are views of the reconstruction's maps, not copies */
  readonly chunks: Uint8Array[];
  readonly bytes: number;
  readonly evidence: EvidenceReport;
  /**
   * SHA-256 of what `sha256sum` prints for the files of the result itself, sorted by path: everything in `data/`
   * but `evidence*.json`, `report.html` and `ro-crate-metadata.json`. The same input, parameters, calibration and
   * kernels give the same digest on every machine.
   */
  readonly payload_sha256: string;
  /** why it has no timestamp; null: it has, or none was wanted */
  readonly timestampFault: string | null;
}

/**
 * Everything that turns a reconstruction into the ZIP of contract section 3: a BagIt bag that holds an RO-Crate.
 * @param signer null: nobody vouches for the package, and it holds no signature
 * @param onPicture told the picture of the phase, as a PNG, before anything else is done
 */
export async function buildPackage(
  kernels: Kernels,
  reconstruction: Reconstruction,
  context: PackageContext,
  signer: Signer | null = null,
  onPicture?: (phase: Uint8Array) => void,
): Promise<ResultPackage> {
  const payload = encodePayload(kernels, reconstruction, onPicture);
  const payloadSha256 = payloadDigest(payload.files);
  const outputs = payload.files.map(({ output }) => output);
  const evidence = buildEvidenceReport(reconstruction, context, outputs, payloadSha256);

  const evidenceFile = textFile('data/evidence.json', evidenceJson(evidence));
  const pageFile = textFile(
    'data/report.html',
    reportPage(evidence, payload.previews, reconstruction.spectrum),
  );
  const crate = roCrateMetadata(evidence, payload.files, evidenceFile, pageFile, signer !== null);
  const crateFile = textFile('data/ro-crate-metadata.json', crate);
  const signed = [crateFile, evidenceFile, pageFile, ...payload.files];
  const vouched = await vouchFor(evidence, signed, signer);
  const data = withSignature(signed, vouched.files);

  const chunks = storedZip([...bagFiles(data, context), ...data]);
  return {
    chunks,
    bytes: byteLength(chunks),
    evidence,
    payload_sha256: payloadSha256,
    timestampFault: vouched.timestampFault,
  };
}
