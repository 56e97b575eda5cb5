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
import { RunningSha256 } from './digests.ts';
import { payloadDigest } from './payload-digest.ts';
import { textFile, type PackageFile } from './package-file.ts';
import { encodePayload } from './payload.ts';
import { roCrateMetadata } from './ro-crate.ts';
import { ZipWriter } from './stored-zip.ts';

export interface ResultPackage {
  /** the ZIP in order, but for what `onChunks` was told; the large ones are views of the reconstruction's maps, not copies */
  readonly chunks: Uint8Array[];
  /** of the whole ZIP */
  readonly bytes: number;
  /** of the whole ZIP, hexadecimal; null: nobody asked for it */
  readonly sha256: string | null;
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

/** Who is told what before the package is complete. */
export interface PackageEvents {
  /** the picture of the phase, as a PNG, before anything else is done */
  readonly onPicture?: ((phase: Uint8Array) => void) | undefined;
  /** the first parts of the ZIP, one after the other, whose memory may be given away: the maps are over then */
  readonly onChunks?: ((chunks: Uint8Array[], isSummed: boolean) => void) | undefined;
  /** asked before the first part whether the SHA-256 of the whole ZIP is computed here; absent: it is not */
  readonly sums?: (() => boolean) | undefined;
}

/**
 * Everything that turns a reconstruction into the ZIP of contract section 3: a BagIt bag that holds an RO-Crate. The
 * result's own files come first, so that they can be stored while the rest is made, and what lists them last.
 * @param signer null: nobody vouches for the package, and it holds no signature
 */
export async function buildPackage(
  kernels: Kernels,
  reconstruction: Reconstruction,
  context: PackageContext,
  signer: Signer | null = null,
  { onPicture, onChunks, sums }: PackageEvents = {},
): Promise<ResultPackage> {
  const zip = new ZipWriter();
  const sum = sums?.() ? new RunningSha256() : null;
  const chunks: Uint8Array[] = [];
  const added = new Set<PackageFile>();
  let bytes = 0;
  const add = (file: PackageFile): void => {
    added.add(file);
    const parts = [zip.add(file), ...file.pieces];
    bytes += byteLength(parts);
    sum?.add(parts);
    if (onChunks) onChunks(parts, sum !== null);
    else chunks.push(...parts);
  };
  const payload = encodePayload(kernels, reconstruction, { onPicture, onFile: add });
  const payloadSha256 = payloadDigest(payload.files);
  const outputs = payload.files.map(({ output }) => output);
  const evidence = buildEvidenceReport(reconstruction, context, outputs, payloadSha256);

  const evidenceFile = textFile('data/evidence.json', evidenceJson(evidence));
  const pageFile = textFile(
    'data/report.html',
    reportPage(evidence, payload.previews, reconstruction.spectrum),
  );
  const crate = roCrateMetadata(evidence, payload.files, evidenceFile, pageFile, signer !== null);
  const texts = [textFile('data/ro-crate-metadata.json', crate), evidenceFile, pageFile];
  const vouched = await vouchFor(evidence, [...payload.files, ...texts], signer);
  const described = withSignature(texts, vouched.files);
  const pictures = payload.files.filter((file) => !added.has(file));
  const tags = bagFiles([...payload.files, ...described], context);
  for (const file of [...pictures, ...described, ...tags]) add(file);
  const directory = zip.end();
  chunks.push(...directory);
  sum?.add(directory);
  return {
    chunks,
    bytes: bytes + byteLength(directory),
    sha256: sum?.end() ?? null,
    evidence,
    payload_sha256: payloadSha256,
    timestampFault: vouched.timestampFault,
  };
}
