import { Refused } from '../api/problem.ts';
import { fetchFile, fetchInParts, fetchPackage, fileBytes, filePart } from '../api/results.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { computer } from '../worker/computer.ts';
import { takeMade } from '../package/made-here.ts';
import type { MapName, OpenedPackage, Part, ResultParts } from '../package/opened-package.ts';
import { EarlyRows } from './early-rows.ts';

const EVIDENCE = 'data/evidence.json';
const SIGNED = 'data/evidence.dsse.json';
const FIELD = 'data/field.npy';
const PREVIEW = /^data\/preview\/([\w-]+)\.png$/;
const MAP =
  /^data\/(phase|phase_wrapped|amplitude|phase_uncertainty|phase_noise|height|mean_phase|temporal_std)\.tif$/;
/** What is looked at first, and what says how much of it to believe. */
const FIRST: readonly MapName[] = ['phase', 'mean_phase', 'phase_uncertainty'];

/**
 * A result at the service: its report and pictures come first, the phase with its uncertainty next, and the rest when it
 * is wanted. Whatever comes is held against what was signed.
 */
export class RemoteResult {
  readonly #id: string;
  readonly #tell: (opened: OpenedPackage) => void;
  readonly #leaving = new AbortController();
  readonly #states = new Map<Part, number | Error>();
  readonly #wanted = new Map<Part, Promise<void>>();
  readonly #listeners = new Set<() => void>();
  readonly #held: number[] = [];
  readonly #rows: EarlyRows;
  /** what this page has made of the same input; null: nothing */
  #made: OpenedPackage | null = null;
  #opened: OpenedPackage | null = null;
  /** of the account it was found in; null: it has none */
  #apiKey: string | null;

  /** @param tell what lies open, anew whenever more has come */
  constructor(id: string, apiKey: string | null, tell: (opened: OpenedPackage) => void) {
    [this.#id, this.#apiKey, this.#tell] = [id, apiKey, tell];
    const files = {
      size: (path: string) => fileBytes(id, path, this.#fetching()),
      part: (path: string, from: number, length: number) =>
        filePart(id, path, { from, length }, this.#fetching()),
    };
    this.#rows = new EarlyRows(files, () => this.#news());
  }

  get apiKey(): string | null {
    return this.#apiKey;
  }

  /** @throws Refused, Unreachable, Cancelled, RefusedByWorker */
  async open(): Promise<void> {
    const [evidence, signed] = await this.#start();
    const files = [{ path: EVIDENCE, blob: evidence }, ...(signed ? [{ path: SIGNED, blob: signed }] : [])];
    const { id, report, inspection } = await computer().call('openParts', { files });
    this.#held.push(id);
    if (this.#leaving.signal.aborted) return this.close();
    this.#made = takeMade(report.input.sha256);
    const { maps, rows, cols } = outputsOf(report);
    const size = report.outputs.find(({ pixel_size_um }) => pixel_size_um)?.pixel_size_um;
    this.#put({
      ...{ name: `leith-${this.#id}.zip`, bytes: 0, origin: 'package', report, inspection, rows, cols },
      ...{ pixelSizeUm: size ?? { x: 1, y: 1 }, maps: {}, field: null, previews: {}, reportPage: null },
      parts: this.#parts(maps, report, false),
      close: () => this.close(),
    });
    // what is looked at has the whole line first
    await this.#pictures(report, (name) => name === 'phase');
    for (const name of FIRST) if (maps.some((map) => map.name === name)) await this.#want(name);
    await this.#pictures(report, (name) => name !== 'phase');
    // a package may hold a field and nothing else
    if (maps.length === 0 && holdsField(report)) await this.#want('field');
  }

  close(): void {
    this.#leaving.abort();
    this.#made?.close();
    this.#made = null;
    void computer().call('release', { ids: this.#held.splice(0) });
  }

  /** Where nobody is signed in, or the account has none such, it may be one without an account. */
  async #start(): Promise<readonly [Blob, Blob | null]> {
    try {
      return await Promise.all([this.#file(EVIDENCE), this.#file(SIGNED).catch(absent)]);
    } catch (error) {
      const elsewhere = error instanceof Refused && error.problem.code === 'RESULT_NOT_FOUND';
      if (!elsewhere || this.#apiKey === null) throw error;
      this.#apiKey = null;
      return this.#start();
    }
  }

  /** What a picture could not be fetched for is seen without it. */
  async #pictures({ outputs }: EvidenceReport, wanted: (name: string) => boolean): Promise<void> {
    const names = outputs.flatMap(({ path }) => PREVIEW.exec(path)?.[1] ?? []).filter(wanted);
    const found = await Promise.all(
      names.map(async (name) => {
        const png = await this.#file(`data/preview/${name}.png`).catch(() => null);
        return png ? [[name, png] as const] : [];
      }),
    );
    if (!this.#opened || this.#leaving.signal.aborted) return;
    const previews = { ...this.#opened.previews, ...Object.fromEntries(found.flat()) };
    this.#put({ ...this.#opened, previews });
  }

  #parts(maps: ResultParts['absent'], report: EvidenceReport, isWhole: boolean): ResultParts {
    return {
      ...{ absent: maps, holdsField: holdsField(report), isWhole },
      want: (part) => void this.#want(part),
      rows: this.#rows,
      reportPage: () => this.#file('data/report.html'),
      state: (part) => this.#states.get(part) ?? null,
      listen: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
    };
  }

  /** Whoever wants the same waits for the same; what did not come is asked for again. */
  #want(part: Part): Promise<void> {
    const before = this.#wanted.get(part);
    if (before && !(this.#states.get(part) instanceof Error)) return before;
    const mine = this.#fetch(part);
    this.#wanted.set(part, mine);
    return mine;
  }

  async #fetch(part: Part): Promise<void> {
    this.#say(part, 0);
    try {
      await (part === 'package' ? this.#whole() : this.#add(part));
      this.#say(part, 1);
    } catch (error) {
      this.#say(part, error as Error);
    }
  }

  async #add(part: Exclude<Part, 'package'>): Promise<void> {
    const path = part === 'field' ? FIELD : `data/${part}.tif`;
    const onProgress = (share: number) => this.#say(part, 0.99 * share);
    const made = part === 'field' ? null : await this.#sameMade(part, path);
    const large = () => fetchInParts(this.#id, path, this.#fetching(onProgress), () => this.#rows.rest());
    const blob = made ?? (await large());
    const added = await computer().call('addPart', { id: this.#held[0]!, file: { path, blob } });
    this.#held.push(
      ...Object.values(added.maps).map(({ id }) => id),
      ...(added.field ? [added.field.id] : []),
    );
    const before = this.#opened!;
    const parts = before.parts!;
    const absent = parts.absent.filter(({ name }) => !(name in added.maps));
    this.#put({
      ...before,
      maps: { ...before.maps, ...added.maps },
      field: added.field ?? before.field,
      // the whole has been checked already: what comes later are the same bytes or fails there
      inspection: parts.isWhole && allPassed(added.inspection) ? before.inspection : added.inspection,
      parts: this.#parts(absent, before.report, parts.isWhole),
    });
  }

  /** The file as this page has made it, where it is the same to the last bit; null: it has to be fetched. */
  async #sameMade(name: MapName, path: string): Promise<Blob | null> {
    const { maps = {}, pixelSizeUm } = this.#made ?? {};
    const map = maps[name];
    const stated = this.#opened!.report.outputs.find((output) => output.path === path);
    if (!map || !pixelSizeUm || !stated) return null;
    const labels = { unit: map.unit, cyclic: name === 'phase_wrapped', pixelSizeUm };
    const file = await computer().call('mapFile', { id: map.id, labels });
    return file.sha256 === stated.sha256 ? file.blob : null;
  }

  /** Fetched to be checked alone: what is shown stays what it is. */
  async #whole(): Promise<void> {
    const onProgress = (share: number) => this.#say('package', 0.99 * share);
    const { zip } = await fetchPackage(this.#id, this.#fetching(onProgress));
    const inspection = await computer().call('inspect', { blob: new Blob([zip]) });
    const before = this.#opened!;
    const parts = this.#parts(before.parts!.absent, before.report, true);
    this.#put({ ...before, inspection, bytes: zip.byteLength, parts });
  }

  #file(path: string): Promise<Blob> {
    return fetchFile(this.#id, path, this.#fetching());
  }

  #fetching(onProgress?: (share: number) => void) {
    return { apiKey: this.#apiKey, signal: this.#leaving.signal, ...(onProgress && { onProgress }) };
  }

  #put(opened: OpenedPackage): void {
    this.#opened = opened;
    if (!this.#leaving.signal.aborted) this.#tell(opened);
  }

  #say(part: Part, state: number | Error): void {
    this.#states.set(part, state);
    this.#news();
  }

  #news(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A package of before there were signatures has none. */
function absent(error: unknown): null {
  if (error instanceof Refused && error.problem.status === 404) return null;
  throw error;
}

function allPassed(inspection: OpenedPackage['inspection']): boolean {
  return inspection?.checks.every(({ name, passed }) => passed !== false || name === 'complete') ?? true;
}

function holdsField({ outputs }: EvidenceReport): boolean {
  return outputs.some(({ path }) => path === FIELD);
}

function outputsOf({ outputs }: EvidenceReport) {
  const maps = outputs.flatMap(({ path, shape: [rows = 0, cols = 0] }) => {
    const name = MAP.exec(path)?.[1] as MapName | undefined;
    return name ? [{ name, rows, cols }] : [];
  });
  const field = outputs.find(({ path }) => path === FIELD)?.shape ?? [];
  const [rows = 0, cols = 0] = maps[0] ? [maps[0].rows, maps[0].cols] : field;
  return { maps, rows, cols };
}
