import type { ComplexMap, RealMap } from '../../core/reconstruction/reconstruction.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Sha256 } from '../../formats/verify/check.ts';
import { inspectFolder, type Inspection } from '../../formats/verify/inspect-package.ts';
import type { MapName } from '../package/opened-package.ts';
import { mapNames, mapsOfField, readField, readMap, readEvidence } from '../package/read-package.ts';
import type { FetchedFile } from './protocol.ts';

/** What a file holds that can be looked at. */
interface Shows {
  readonly maps: Readonly<Partial<Record<MapName, RealMap>>>;
  readonly field: ComplexMap | null;
}

interface HalfOpen {
  readonly report: EvidenceReport;
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Results of which some files are here: each is checked against what was signed as it comes. */
export class PartialPackages {
  readonly #open = new Map<number, HalfOpen>();
  readonly #sha256: Sha256 | null;

  /** @param sha256 null where the page can't compute digests (it was not served safely) */
  constructor(sha256: Sha256 | null) {
    this.#sha256 = sha256 && remembering(sha256);
  }

  /** @throws Error with a sentence for people */
  async open(
    id: number,
    given: readonly FetchedFile[],
  ): Promise<{ readonly report: EvidenceReport; readonly inspection: Inspection | null }> {
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const { path, blob } of given) files.set(path, await bytesOf(blob));
    const report = readEvidence(files.get('data/evidence.json'));
    this.#open.set(id, { report, files });
    return { report, inspection: await this.#inspect(files) };
  }

  /** @throws Error with a sentence for people */
  async add(
    id: number,
    { path, blob }: FetchedFile,
  ): Promise<Shows & { readonly inspection: Inspection | null }> {
    const open = this.#open.get(id);
    if (!open) throw new Error('This result is no longer open.');
    const bytes = await bytesOf(blob);
    open.files.set(path, bytes);
    return { ...shownBy(path, bytes, open.report), inspection: await this.#inspect(open.files) };
  }

  release(ids: readonly number[]): void {
    for (const id of ids) this.#open.delete(id);
  }

  #inspect(files: ReadonlyMap<string, Uint8Array>): Promise<Inspection> | null {
    return this.#sha256 && inspectFolder({ files, others: [] }, this.#sha256);
  }
}

function shownBy(path: string, bytes: Uint8Array<ArrayBuffer>, { outputs }: EvidenceReport): Shows {
  if (path === 'data/field.npy') {
    const field = readField(bytes);
    // it is all that a package may hold
    const alone = !outputs.some((output) => mapNames.some((name) => output.path === `data/${name}.tif`));
    return { maps: alone ? mapsOfField(field) : {}, field };
  }
  const name = mapNames.find((name) => path === `data/${name}.tif`);
  const map = name && readMap(bytes, name);
  return { maps: map ? { [name]: map } : {}, field: null };
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** Files do not change: each is hashed once. */
function remembering(sha256: Sha256): Sha256 {
  const known = new WeakMap<Uint8Array, string>();
  return async (bytes) => {
    const digest = known.get(bytes) ?? (await sha256(bytes));
    known.set(bytes, digest);
    return digest;
  };
}
