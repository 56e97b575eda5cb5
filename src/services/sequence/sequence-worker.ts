import { createHash } from 'node:crypto';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { Problem } from '../../core/problem/problem.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import { parseSequence, type SequenceRecipe } from '../../core/sequence/parse-sequence.ts';
import { framesOfGroup } from '../../core/sequence/sequence-frames.ts';
import type { Signer } from '../../formats/package/dsse.ts';
import type { InputDescription } from '../../formats/report/package-context.ts';
import type { DecodedFrame } from '../../formats/decode/decode.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import type { ReadFile, FramesFile, SequenceResults, SequenceSteps } from '../ports/sequence-work.ts';
import { decodeBackground } from '../reconstruction/perform-reconstruction.ts';
import { shardLayout } from '../../formats/sequence/shard.ts';
import { DECODE } from '../reconstruction/stopwatch.ts';
import { openFrames, readable, type OpenStacks } from './frame-source.ts';
import { openStack, wholeFile } from './frames-of-file.ts';
import { packageBytes, shardReader } from './package-bytes.ts';
import { packSequence } from './pack-sequence.ts';
import { developFrames, developShard, openSequence, type OpenSequence } from './sequence-job.ts';

type AnyStep = SequenceSteps[Exclude<keyof SequenceSteps, 'count'>];

interface Opened {
  readonly id: string;
  readonly kernels: Kernels;
  readonly request: SequenceRecipe;
  readonly sequence: OpenSequence;
  readonly background: InputDescription | null;
}

/** A sequence that nobody has asked for so long gives its memory back. */
const IDLE_MS = 30_000;

/** What one thread does for sequences. It keeps the last one open, so that it is started once for all its shards. */
export class SequenceWorker {
  readonly #load: () => Promise<Kernels>;
  readonly #signer: Signer | null;
  readonly #onIdle: () => void;
  #opened: Opened | null = null;
  /** of the sequence that is open, under key and size: the list of a stack's pages takes long to read */
  #stacks: OpenStacks = new Map();
  #read: ReadFile = () => Promise.reject(new Error('nothing is asked for'));
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param load a sequence has kernels of its own, whose memory goes with it
   * @param onIdle told when nothing has been asked for a while and nothing is kept any more
   */
  constructor(load: () => Promise<Kernels>, signer: Signer | null = null, onIdle: () => void = () => {}) {
    this.#load = load;
    this.#signer = signer;
    this.#onIdle = onIdle;
  }

  /** @throws Problem where the frames do not allow it; what `read` throws */
  async perform<Step extends keyof SequenceSteps>(
    job: SequenceSteps[Step],
    read: ReadFile,
    onProgress: OnProgress,
  ): Promise<SequenceResults[Step]> {
    clearTimeout(this.#idle);
    // what is open from an earlier step reads by this one's
    this.#read = read;
    try {
      return (await this.#step(job, onProgress)) as SequenceResults[Step];
    } catch (error) {
      // kernels that trapped may have left their memory in disorder
      if (!(error instanceof Problem)) this.#close();
      throw error;
    } finally {
      this.#idle = setTimeout(() => {
        this.#close();
        this.#onIdle();
      }, IDLE_MS).unref();
    }
  }

  #close(): void {
    this.#opened = null;
    this.#stacks = new Map();
  }

  readonly #readNow: ReadFile = (...part) => this.#read(...part);

  async #step(job: SequenceSteps[keyof SequenceSteps], onProgress: OnProgress) {
    if (job.step === 'count') {
      onProgress(DECODE, 0);
      const { count, format, hint = null } = await openStack(readable(job.file, this.#read), null);
      return { frames: count, format, hint };
    }
    const opened = await this.#open(job, onProgress);
    const { sequence, kernels, request } = opened;
    if (job.step === 'start') {
      const { layout, unread, started } = sequence;
      return { layout, unread, group: framesOfGroup(started) };
    }
    if (job.step === 'package') return this.#pack(opened, job, onProgress);
    const { files, frames } = job;
    const source = await openFrames(files, frames, this.#readNow, request.recipe, this.#stacks);
    if (job.step === 'shard') return developShard(kernels, sequence, source, job.shard, onProgress);
    return developFrames(kernels, sequence, source, job.from, job.to, onProgress, job.room);
  }

  async #open(
    { sequence_id: id, fields, files, frames, reference, background: blank, calibration }: AnyStep,
    onProgress: OnProgress,
  ): Promise<Opened> {
    if (this.#opened?.id === id) return this.#opened;
    this.#close();
    const request = parseSequence(fields);
    const { recipe } = request;
    const received = blank && (await receive(blank, this.#read));
    onProgress(DECODE, 0);
    const decoded = received && (await decodeBackground(received, recipe));
    const source = await openFrames(files, frames, this.#readNow, recipe, this.#stacks);
    const kernels = await this.#load();
    const blankFrame = decoded?.frame ?? null;
    const sequence = await openSequence(
      kernels,
      source,
      blankFrame,
      { ...request, calibration },
      reference,
      onProgress,
    );
    const background = decoded && describe(received!, decoded);
    return (this.#opened = { id, kernels, request, sequence, background });
  }

  async #pack(
    { kernels, sequence, background, request }: Opened,
    { frames, shards, identity, digest }: SequenceSteps['package'],
    onProgress: OnProgress,
  ): Promise<SequenceResults['package']> {
    const readShard = shardReader(shards, sequence.layout, this.#read);
    const details = { ...identity, interval_s: request.interval_s, background };
    // how many frames there are may not have been known when it was opened
    const layout = shardLayout(frames, sequence.layout.rows, sequence.layout.cols);
    const whole = { ...sequence, layout };
    const made = await packSequence(kernels, whole, shards, readShard, details, this.#signer, onProgress);
    if (!digest) return { ...made, sha256: null };
    const hash = createHash('sha256');
    let done = 0;
    for await (const piece of packageBytes(made, readShard)) {
      hash.update(piece);
      onProgress('digest', (done += piece.byteLength) / made.bytes);
    }
    return { ...made, sha256: hash.digest('hex') };
  }
}

async function receive(file: FramesFile, read: ReadFile): Promise<ReceivedFile> {
  const bytes = (await wholeFile(readable(file, read))) as Uint8Array<ArrayBuffer>;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name: file.name, sha256, bytes: bytes.byteLength, blocks: [bytes] };
}

function describe({ sha256, bytes }: ReceivedFile, { frame, format }: DecodedFrame): InputDescription {
  const { width, height, bitDepth } = frame;
  return { sha256, bytes, format, width_px: width, height_px: height, bit_depth: bitDepth };
}
