import { unzipSync } from 'fflate';
import type { ComplexMap, RealMap } from '../../core/reconstruction/reconstruction.ts';
import { readNpyHeader } from '../../formats/decode/array/npy-header.ts';
import { decodeTiff } from '../../formats/decode/tiff/tiff.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Sha256 } from '../../formats/verify/check.ts';
import { inspectArchive, type Inspection } from '../../formats/verify/inspect-package.ts';
import type { MapName } from './opened-package.ts';

export interface PackageContents {
  readonly report: EvidenceReport;
  /** null: digests can't be computed */
  readonly inspection: Inspection | null;
  readonly maps: Readonly<Partial<Record<MapName, RealMap>>>;
  readonly field: ComplexMap | null;
  /** PNG files by their name without folder and ending */
  readonly previews: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  readonly reportPage: Uint8Array<ArrayBuffer> | null;
}

/** What a package unpacks to is bounded: the largest there is has 60 MB. */
const MOST_BYTES = 1 << 30;
export const mapNames: readonly MapName[] = [
  ...(['phase', 'phase_wrapped', 'amplitude', 'phase_uncertainty', 'phase_noise', 'height'] as const),
  ...(['mean_phase', 'temporal_std'] as const),
];

type Files = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/**
 * A result package, stored or deflated, to values.
 * @param sha256 null where the page can't compute digests (it was not served safely)
 * @throws Error with a sentence for people
 */
export async function readPackage(
  zip: Uint8Array<ArrayBuffer>,
  sha256: Sha256 | null,
): Promise<PackageContents> {
  const files = unpack(zip);
  const report = readEvidence(files['data/evidence.json']);
  const inspection = sha256 && (await inspectArchive(zip, sha256));
  const maps: Partial<Record<MapName, RealMap>> = {};
  for (const name of mapNames) {
    const map = readMap(files[`data/${name}.tif`], name);
    if (map) maps[name] = map;
  }
  const previews = Object.entries(files).flatMap(([path, bytes]) => {
    const name = /^data\/preview\/([\w-]+)\.png$/.exec(path)?.[1];
    return name ? [[name, bytes] as const] : [];
  });
  const npy = files['data/field.npy'];
  const field = npy ? readField(npy) : null;
  const shown = field && Object.keys(maps).length === 0 ? mapsOfField(field) : maps;
  if (Object.keys(shown).length + previews.length === 0) {
    throw new Error('The package holds no map, no field and no picture: there is nothing to look at.');
  }
  return {
    ...{ report, inspection, maps: shown, field },
    previews: Object.fromEntries(previews),
    reportPage: files['data/report.html'] ?? null,
  };
}

function unpack(zip: Uint8Array<ArrayBuffer>): Files {
  let total = 0;
  const filter = ({ originalSize }: { originalSize: number }) => (total += originalSize) <= MOST_BYTES;
  try {
    const files = unzipSync(zip, { filter }) as Record<string, Uint8Array<ArrayBuffer>>;
    if (total <= MOST_BYTES) return files;
  } catch {
    throw new Error('This is no ZIP file, or it is cut short.');
  }
  throw new Error('The ZIP unpacks to more than 1 GB, which no result package does.');
}

/** @throws Error with a sentence for people */
export function readEvidence(bytes: Uint8Array | undefined): EvidenceReport {
  if (!bytes) {
    throw new Error('The ZIP holds no data/evidence.json: it is not a result package of this service.');
  }
  let report: Partial<EvidenceReport> | null;
  try {
    report = JSON.parse(new TextDecoder().decode(bytes)) as Partial<EvidenceReport>;
  } catch {
    throw new Error('The evidence report in the package (data/evidence.json) is not JSON.');
  }
  const whole =
    Array.isArray(report?.outputs) &&
    Array.isArray(report.steps) &&
    Array.isArray(report.quality?.flags) &&
    typeof report.parameters?.used === 'object';
  if (!whole)
    throw new Error('The evidence report in the package lacks outputs, steps, flags or parameters.');
  return report as EvidenceReport;
}

/** null: there is none */
export function readMap(bytes: Uint8Array | undefined, name: MapName): RealMap | null {
  if (!bytes) return null;
  const { width, height, samples } = decodeTiff(bytes);
  if (!(samples instanceof Float32Array)) throw new Error(`data/${name}.tif does not hold 32-bit floats.`);
  return { rows: height, cols: width, data: samples };
}

/** What a field by itself shows: it is all that a package may hold. */
export function mapsOfField({ rows, cols, data }: ComplexMap): Partial<Record<MapName, RealMap>> {
  const each = (value: (re: number, im: number) => number): RealMap => ({
    ...{ rows, cols },
    data: Float32Array.from({ length: rows * cols }, (_, i) => value(data[2 * i]!, data[2 * i + 1]!)),
  });
  return { phase_wrapped: each((re, im) => Math.atan2(im, re)), amplitude: each(Math.hypot) };
}

/** complex64 in C order, as the service writes it. */
export function readField(bytes: Uint8Array<ArrayBuffer>): ComplexMap {
  const { descr, shape, fortranOrder, dataOffset } = readNpyHeader(bytes);
  const [rows, cols] = shape;
  if (descr !== '<c8' || fortranOrder || shape.length !== 2 || rows === undefined || cols === undefined) {
    throw new Error('data/field.npy is not a little-endian complex64 array of rows and columns.');
  }
  if (bytes.length !== dataOffset + rows * cols * 8) throw new Error('data/field.npy is cut short.');
  return { rows, cols, data: new Float32Array(bytes.slice(dataOffset).buffer) };
}
