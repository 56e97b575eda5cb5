import { readNpyHeader } from '../decode/array/npy-header.ts';
import { decodeTiff } from '../decode/tiff/tiff.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';

/** What doing a result again made. */
export interface MadeAgain {
  readonly evidence: EvidenceReport;
  /** the files of the result at least, by path */
  readonly files: () => ReadonlyMap<string, Uint8Array>;
}

/** Where a result that was done again first differs. */
export interface FirstDifference {
  /** the first file, in the order of the report: its maps come first */
  readonly path: string;
  /** its first pixel, row by row; null: it is no map, or one of another size */
  readonly column: number | null;
  readonly row: number | null;
  /** its value; of a complex field its real or its imaginary part */
  readonly package: number | null;
  readonly again: number | null;
  /** the first step of the report whose method or numbers differ; null: none does */
  readonly step: string | null;
}

export function firstDifference(
  evidence: EvidenceReport,
  files: ReadonlyMap<string, Uint8Array>,
  made: MadeAgain,
): FirstDifference {
  const again = new Map(made.evidence.outputs.map(({ path, sha256 }) => [path, sha256]));
  const paths = [...new Set([...evidence.outputs.map(({ path }) => path), ...again.keys()])];
  const given = new Map(evidence.outputs.map(({ path, sha256 }) => [path, sha256]));
  const path = paths.find((each) => given.get(each) !== again.get(each)) ?? paths[0] ?? 'payload_sha256';
  const pixel = firstPixel(path, files.get(path), made.files().get(path));
  return { path, ...pixel, step: firstStep(evidence, made.evidence) };
}

type Pixel = Pick<FirstDifference, 'column' | 'row' | 'package' | 'again'>;
const NOWHERE: Pixel = { column: null, row: null, package: null, again: null };

interface Values {
  readonly columns: number;
  /** numbers per pixel */
  readonly each: number;
  readonly values: Float32Array;
}

function firstPixel(path: string, before: Uint8Array | undefined, now: Uint8Array | undefined): Pixel {
  const [one, other] = [valuesOf(path, before), valuesOf(path, now)];
  if (!one || !other || one.columns !== other.columns || one.values.length !== other.values.length)
    return NOWHERE;
  const at = one.values.findIndex((value, i) => !Object.is(value, other.values[i]));
  if (at < 0) return NOWHERE;
  const pixel = Math.floor(at / one.each);
  const [column, row] = [pixel % one.columns, Math.floor(pixel / one.columns)];
  return { column, row, package: one.values[at]!, again: other.values[at]! };
}

/** null: there is no such file, or it is no map. */
function valuesOf(path: string, bytes: Uint8Array | undefined): Values | null {
  if (!bytes) return null;
  try {
    if (path.endsWith('.tif')) {
      const { width, samples } = decodeTiff(bytes);
      return samples instanceof Float32Array ? { columns: width, each: 1, values: samples } : null;
    }
    if (!path.endsWith('.npy')) return null;
    const { shape, dataOffset } = readNpyHeader(bytes);
    return {
      columns: shape[1]!,
      each: 2,
      values: new Float32Array(Uint8Array.from(bytes.subarray(dataOffset)).buffer),
    };
  } catch {
    return null;
  }
}

function firstStep(one: EvidenceReport, other: EvidenceReport): string | null {
  const [before, now] = [one, other].map(({ steps }) => (steps ?? []).map((step) => JSON.stringify(step)));
  const count = Math.max(before!.length, now!.length);
  for (let i = 0; i < count; i++) if (before![i] !== now![i]) return (one.steps?.[i] ?? other.steps[i])!.name;
  return null;
}
