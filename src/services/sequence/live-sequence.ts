import { checkRig } from '../../core/calibrate-apply/check-rig.ts';
import { Problem } from '../../core/problem/problem.ts';
import { parseSequence, sequenceFrames } from '../../core/sequence/parse-sequence.ts';
import { sequenceSettings } from '../../core/sequence/sequence-settings.ts';
import { frameMarks, type FrameRow } from '../../formats/sequence/frames-table.ts';
import type { SequencePackage } from '../../formats/sequence/sequence-package.ts';
import { framesOfShard, shardLayout, type ShardLayout } from '../../formats/sequence/shard.ts';
import { mintId } from '../mint-id.ts';
import type { DoneFrames, DoneShard, FramesFile } from '../ports/sequence-work.ts';
import { checkCount } from './frame-source.ts';
import { wholeFile, type FileToRead } from './frames-of-file.ts';
import {
  fileOf,
  filesOf,
  indexOf,
  range,
  readerOf,
  SHARD,
  startAll,
  type SequenceOrder,
} from './make-sequence.ts';
import type { SequenceMaker, ShardStore } from './sequence-maker.ts';
import { GatheredShards } from './gathered-shards.ts';

/** A file of a sequence that is still being recorded. */
export interface LiveFile extends FileToRead {
  /** the file as it is by now, for one that could not be read; null: it has not changed */
  again?(): Promise<FileToRead | null>;
}

/** A frame that is done. */
export interface LiveFrame {
  readonly frame: number;
  readonly input_sha256: string;
  /** null: it could not be read */
  readonly record: FrameRow['record'];
  /** why it does not belong */
  readonly marks: ReturnType<typeof frameMarks>;
}

export interface LiveListener {
  /** frames that are done; they need not come in order */
  onFrames(frames: readonly LiveFrame[]): void;
  /** the frames that the start was to be made of can't be used, and later ones are tried */
  onRefused(problem: Problem): void;
}

/** A few at a time: that much later is a frame seen than it could be. */
const MOST_AT_ONCE = 8;
/** What is larger is read again for each thread. */
const MOST_KEPT_BYTES = 64 * 1024 * 1024;
/** How many frames one may have. */
export const liveFrames = sequenceFrames;
/** Other frames would be refused for the same reason. */
const FINAL = new Set(['INVALID_INPUT']);

/**
 * A sequence whose frames come while it is made. Its start is made of the first frames, where one that knows all frames
 * would take some of every time; from there on each frame is what it would be there.
 */
export class LiveSequence {
  readonly #maker: SequenceMaker;
  readonly #order: Omit<SequenceOrder, 'files'>;
  readonly #listener: LiveListener;
  readonly #read: ReturnType<typeof readerOf>;
  readonly #files: LiveFile[] = [];
  readonly #listed: FramesFile[] = [];
  readonly #gathered: GatheredShards;
  #start: {
    /** frames that are done one after the other */
    readonly group: number;
    readonly id: string;
    readonly reference: readonly number[];
    readonly layout: ShardLayout;
  } | null = null;
  #triedTo = 0;
  #frames = 0;
  #given = 0;
  #active = 0;
  #ending = false;
  #refused: Problem | null = null;
  #failure: { readonly error: unknown } | null = null;
  #changed = Promise.withResolvers<void>();

  /** @throws Problem INVALID_INPUT */
  constructor(
    maker: SequenceMaker,
    order: Omit<SequenceOrder, 'files'>,
    store: ShardStore,
    listener: LiveListener,
  ) {
    const { recipe } = parseSequence(order.fields);
    if (order.calibration) checkRig(recipe, order.calibration, null);
    this.#maker = maker;
    this.#order = order;
    this.#listener = listener;
    this.#gathered = new GatheredShards(store);
    this.#read = readerOf(this.#files, order.background, store);
  }

  /** frames that were taken and are not done */
  get waiting(): number {
    return this.#frames - this.#gathered.done;
  }

  get frames(): number {
    return this.#frames;
  }

  /** Takes the next file in time. One after the other. @throws what made the sequence fail, and nothing else comes of it */
  async add(file: LiveFile): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    const key = String(this.#files.push(file) - 1);
    const one = { key, name: file.name, bytes: file.size, sha256: null };
    const alone = this.#listed[0] !== undefined && !this.#listed[0].isStack;
    const frames = alone ? 1 : await this.#count({ ...one, isStack: true });
    const isStack = this.#listed[0]?.isStack ?? frames > 1;
    this.#listed.push({ ...one, first: this.#frames, frames, isStack });
    this.#frames += frames;
    this.#pump();
  }

  /** When something more is done, or has failed. */
  async progress(): Promise<void> {
    if (this.#active > 0) await this.#changed.promise;
    if (this.#failure) throw this.#failure.error;
  }

  /** @returns 1 for a file that can't be read: it is a frame all the same */
  async #count(file: Omit<FramesFile, 'first' | 'frames'>): Promise<number> {
    try {
      return (await this.#maker.sequence<'count'>({ step: 'count', file }, this.#read, () => {})).frames;
    } catch (error) {
      if (error instanceof Problem) return 1;
      throw error;
    }
  }

  /** All that was taken, done and packed. @throws Problem where there are too few, or none can be used */
  async finish(): Promise<SequencePackage> {
    checkCount(this.#frames);
    this.#ending = true;
    this.#pump();
    while (this.#active > 0 || (this.waiting > 0 && !this.#failure)) await this.#changed.promise;
    if (this.#failure) throw this.#failure.error;
    const { rows, cols } = this.#start!.layout;
    const shards = await this.#gathered.finish(shardLayout(this.#frames, rows, cols));
    return this.#pack(shards.map((shard, k) => ({ ...shard, key: `${SHARD}${k}` })));
  }

  #pack(shards: readonly (DoneShard & { readonly key: string })[]): Promise<SequencePackage> {
    const { fields, requester, software, now } = this.#order;
    const ids = { evidence_report_id: mintId('evr', now), archive_id: mintId('arc', now) };
    const identity = { ...ids, created_at: now.toISOString(), requester, software, requested: fields };
    const job = { ...this.#common(this.#start!), frames: this.#frames, files: this.#filesWith(0, 0) };
    const step = { ...job, step: 'package', shards, identity, digest: false } as const;
    return this.#maker.sequence<'package'>(step, this.#read, () => {});
  }

  #common({ id, reference }: { readonly id: string; readonly reference: readonly number[] }) {
    const { fields, background, calibration } = this.#order;
    return {
      ...{ sequence_id: id, fields, frames: sequenceFrames.max, reference },
      background: background && fileOf(background),
      calibration,
    };
  }

  /** The files with the frames of the start, and with these. */
  #filesWith(from: number, to: number, reference = this.#start!.reference): FramesFile[] {
    return filesOf(this.#listed, [...reference, ...range(from, to)]);
  }

  #pump(): void {
    if (this.#failure) return;
    if (!this.#start) {
      if (this.#active > 0) return;
      const reference = this.#nextReference();
      if (reference) this.#run(() => this.#begin(reference));
      else if (this.#ending) this.#failure = { error: this.#refused };
      return;
    }
    while (this.#active < this.#maker.atOnce && this.#given < this.#frames) {
      const from = this.#given;
      const { layout } = this.#start;
      const end = framesOfShard(layout, Math.floor(from / layout.shard.frames)).to;
      const { group } = this.#start;
      const to = Math.min(this.#frames, end, from - (from % group) + MOST_AT_ONCE);
      // whoever does a part of a group would do what is before it once more
      if (group > 1 && !this.#ending && to % group > 0 && to < end) return;
      this.#given = to;
      this.#run(() => this.#develop(from, to));
    }
  }

  #run(work: () => Promise<void>): void {
    this.#active++;
    void work()
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => {
        this.#active--;
        this.#changed.resolve();
        this.#changed = Promise.withResolvers();
        this.#pump();
      });
  }

  /** The frames to start from, where there are enough that were not tried. */
  #nextReference(): readonly number[] | null {
    const wanted = sequenceSettings.referenceFrames;
    const fresh = this.#frames - this.#triedTo;
    if (fresh >= wanted) return range(this.#triedTo, this.#triedTo + wanted);
    if (!this.#ending || fresh === 0) return null;
    return range(Math.max(0, this.#frames - wanted), this.#frames);
  }

  async #begin(reference: readonly number[], isAgain = false): Promise<void> {
    this.#triedTo = reference.at(-1)! + 1;
    const id = mintId('seq', this.#order.now);
    const files = this.#filesWith(0, 0, reference);
    for (const { key, bytes } of files) if (bytes <= MOST_KEPT_BYTES) await this.#keep(Number(key));
    const common = { ...this.#common({ id, reference }), files };
    try {
      const started = await startAll(this.#maker, common, this.#maker.atOnce, this.#read, () => {});
      const { layout, group } = started;
      const unread = started.unread.map((frame) => indexOf(this.#listed, frame));
      if (!isAgain && (await this.#haveChanged(unread))) return this.#begin(reference, true);
      // whoever makes the start once more has to find it made of the same
      for (const { key } of files) delete this.#files[Number(key)]!.again;
      this.#gathered.begin(layout);
      this.#start = { id, reference, layout, group };
    } catch (error) {
      if (!(error instanceof Problem) || FINAL.has(error.code)) throw error;
      this.#refused = error;
      this.#listener.onRefused(error);
    }
  }

  /** Each thread reads the frames of the start, and the one that packs does so at the end: they may be gone by then. */
  async #keep(k: number): Promise<void> {
    const file = this.#files[k]!;
    const bytes = await wholeFile(file);
    this.#files[k] = { ...file, read: async (at, length) => bytes.slice(at, at + length) };
  }

  async #develop(from: number, to: number, isAgain = false): Promise<void> {
    const step = { ...this.#common(this.#start!), files: this.#filesWith(from, to), step: 'frames' } as const;
    const done: DoneFrames = await this.#maker.sequence<'frames'>(
      { ...step, from, to },
      this.#read,
      () => {},
    );
    const unread = done.rows.flatMap(({ record }, k) => (record ? [] : [indexOf(this.#listed, from + k)]));
    if (!isAgain && (await this.#haveChanged(unread))) return this.#develop(from, to, true);
    await this.#gathered.add(from, done);
    const frames = done.rows.map((row, k) => {
      const { input_sha256, record } = row;
      return { frame: from + k, input_sha256, record, marks: frameMarks(row) };
    });
    this.#listener.onFrames(frames);
  }

  /** Whether files are others by now; those are taken instead. */
  async #haveChanged(files: readonly number[]): Promise<boolean> {
    let any = false;
    for (const k of new Set(files)) {
      const other = await this.#files[k]!.again?.();
      if (!other) continue;
      this.#files[k] = other;
      this.#listed[k] = { ...this.#listed[k]!, bytes: other.size };
      any = true;
    }
    return any;
  }
}
