import { createHash, generateKeyPairSync } from 'node:crypto';
import { bagFiles } from '../../formats/package/bag.ts';
import { signedEvidence, type Signer } from '../../formats/package/dsse.ts';
import { TIMESTAMP_PATH } from '../../formats/package/envelope.ts';
import { manifest } from '../../formats/package/manifest.ts';
import { packageFile, textFile, type PackageFile } from '../../formats/package/package-file.ts';
import { storedZip } from '../../formats/package/stored-zip.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { signerOf } from '../signing/ed25519.ts';

/** A private key, PKCS #8 in PEM. */
export const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

export const packageKey = newKey();

/** A package of a few bytes, made as the service makes one. */
export function smallPackage(
  signer: Signer = signerOf(packageKey),
  about: Partial<EvidenceReport> = {},
  stamp: (envelope: Uint8Array) => Uint8Array | null = () => null,
): Buffer<ArrayBuffer> {
  const maps = [textFile('data/phase.tif', 'phase'), textFile('data/amplitude.tif', 'amplitude')];
  const payload_sha256 = createHash('sha256').update(manifest(maps)).digest('hex');
  const report = {
    ...{ evidence_report_id: 'evr_1', archive_id: 'arc_1', created_at: '2026-11-21T12:00:00.000Z' },
    ...{ software: { name: 'Leith', version: '1', kernel_sha256: '0' }, payload_sha256 },
    ...{ input: { sha256: 'b'.repeat(64) }, background: null, parameters: { requested: {}, used: {} } },
    outputs: maps.map(({ path, sha256 }) => ({ path, sha256 })),
    ...about,
  } as unknown as EvidenceReport;
  const evidence = textFile('data/evidence.json', JSON.stringify(report));
  const signature = signedEvidence(report, [...maps, evidence], signer);
  const token = stamp(signature.pieces[0]!);
  const stamped = token ? [packageFile(TIMESTAMP_PATH, [token])] : [];
  const payload = [...maps, evidence, signature, ...stamped];
  return zipOf([...payload, ...bagFiles(payload, report)]);
}

export const zipOf = (files: readonly PackageFile[]): Buffer<ArrayBuffer> => Buffer.concat(storedZip(files));
