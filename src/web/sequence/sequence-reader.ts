import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { decodeTiff } from '../../formats/decode/tiff/tiff.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { framesOfShard, shardLayout, type ShardLayout } from '../../formats/sequence/shard.ts';
import type { PackageFiles } from './package-files.ts';
import { readEvidence } from '../package/read-package.ts';

export type SequenceMapName = 'phase' | 'amplitude';

/** A line of frames.csv. */
export interface ListedFrame {
  /** s; null: no interval was said */
  readonly time: number | null;
  /** of its uncertainty, over that of the usual frame */
  readonly sigmaFactor: number;
  /** why it does not belong; empty where it does */
  readonly flags: string;
}

/** A sample of a frame. */
export interface FrameSample {
  readonly x: number;
  readonly y: number;
}

/** Memory for frames that were read. */
const MOST_KEPT_BYTES = 192 * 1024 * 1024;
const AT_ONCE = 4;
const FLOAT_BYTES = 4;

/** A sequence's package, of which frames and courses are read as they are looked at. */
export class SequenceReader {
  readonly report: EvidenceReport;
  readonly frames: readonly ListedFrame[];
  readonly layout: ShardLayout;
  readonly pixelSizeUm: { readonly x: number; readonly y: number };
  /** rad, of a frame of the usual light; null where the package has none */
  readonly uncertainty: RealMap | null;
  readonly #files: PackageFiles;
  readonly #slabs = new Map<string, Promise<Float32Array>>();

  private constructor(
    files: PackageFiles,
    report: EvidenceReport,
    frames: readonly ListedFrame[],
    shape: readonly [number, number, number],
    uncertainty: RealMap | null,
  ) {
    this.#files = files;
    [this.report, this.frames, this.uncertainty] = [report, frames, uncertainty];
    this.layout = shardLayout(...shape);
    const output = report.outputs.find(({ path }) => path === 'data/mean_phase.tif');
    this.pixelSizeUm = output?.pixel_size_um ?? { x: 1, y: 1 };
  }

  /** @throws Error with a sentence for people */
  static async open(files: PackageFiles): Promise<SequenceReader> {
    const text = async (path: string) => new TextDecoder().decode(await files.read(path));
    const report = readEvidence(await files.read('data/evidence.json'));
    if (!report.sequence) throw new Error('This is the result of one hologram, not of a sequence.');
    const [table, array, sigma] = await Promise.all([
      text('data/frames.csv'),
      text('data/phase.ome.zarr/0/zarr.json'),
      files.read('data/phase_uncertainty.tif'),
    ]);
    const { shape } = JSON.parse(array) as { shape: [number, number, number] };
    const reader = new SequenceReader(files, report, factsOf(table), shape, mapOf(sigma));
    const { chunk_grid: grid } = JSON.parse(array) as {
      chunk_grid: { configuration: { chunk_shape: number[] } };
    };
    const { shard } = reader.layout;
    const expected = [shard.frames, shard.rows, shard.cols];
    if (expected.some((side, k) => side !== grid.configuration.chunk_shape[k]))
      throw new Error('The frames of this package lie otherwise than this page reads them.');
    return reader;
  }

  /** A frame; NaN where it could not be read. @throws Error, Cancelled */
  async frame(map: SequenceMapName, k: number): Promise<RealMap> {
    const { rows, cols, chunk } = this.layout;
    const slab = await this.#slab(map, Math.floor(k / chunk.frames));
    const data = new Float32Array(rows * cols);
    const patches = this.#patches();
    for (let y = 0; y < rows; y++)
      for (let i = 0; i < patches.across; i++) {
        const place = Math.floor(y / chunk.rows) * patches.across + i;
        const from =
          ((place * chunk.frames + (k % chunk.frames)) * chunk.rows + (y % chunk.rows)) * chunk.cols;
        const left = i * chunk.cols;
        data.set(slab.subarray(from, from + Math.min(chunk.cols, cols - left)), y * cols + left);
      }
    return { rows, cols, data };
  }

  /** Whether this frame can be shown without waiting. */
  has(map: SequenceMapName, k: number): boolean {
    return this.#slabs.has(`${map} ${Math.floor(k / this.layout.chunk.frames)}`);
  }

  /**
   * These samples in every frame, row by row: frames × samples. Of each frame only the patches are read that hold some.
   * @throws Error, Cancelled
   */
  async courses(
    map: SequenceMapName,
    samples: readonly FrameSample[],
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Float32Array> {
    const { frames, chunk } = this.layout;
    const { across, bytes } = this.#patches();
    const byPatch = new Map<number, number[]>();
    samples.forEach(({ x, y }, k) => {
      const place = Math.floor(y / chunk.rows) * across + Math.floor(x / chunk.cols);
      byPatch.set(place, [...(byPatch.get(place) ?? []), k]);
    });
    const out = new Float32Array(frames * samples.length);
    const slabs = Math.ceil(frames / chunk.frames);
    const jobs = Array.from({ length: slabs * byPatch.size }, (_, k) => k);
    const places = [...byPatch.keys()];
    let done = 0;
    const one = async (): Promise<void> => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        signal.throwIfAborted();
        const [slab, place] = [Math.floor(job / places.length), places[job % places.length]!];
        const at = this.#at(slab);
        const from = at.offset + place * bytes;
        const patch = floats(await this.#files.read(pathOf(map, at.shard), from, from + bytes, signal));
        for (const k of byPatch.get(place)!) {
          const { x, y } = samples[k]!;
          const inPatch = (y % chunk.rows) * chunk.cols + (x % chunk.cols);
          for (let t = 0; t < chunk.frames && slab * chunk.frames + t < frames; t++)
            out[(slab * chunk.frames + t) * samples.length + k] =
              patch[t * chunk.rows * chunk.cols + inPatch]!;
        }
        onProgress((done += 1) / (slabs * places.length));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return out;
  }

  #patches() {
    const { chunk, shard } = this.layout;
    const [down, across] = [shard.rows / chunk.rows, shard.cols / chunk.cols];
    return { down, across, bytes: chunk.frames * chunk.rows * chunk.cols * FLOAT_BYTES };
  }

  /** Chunks of the same frames lie behind one another, those of earlier frames before them. */
  #at(slab: number) {
    const { chunk, shard } = this.layout;
    const { down, across, bytes } = this.#patches();
    const perShard = shard.frames / chunk.frames;
    return { shard: Math.floor(slab / perShard), offset: (slab % perShard) * down * across * bytes };
  }

  #slab(map: SequenceMapName, slab: number): Promise<Float32Array> {
    const key = `${map} ${slab}`;
    const { down, across, bytes } = this.#patches();
    const known = this.#slabs.get(key);
    this.#slabs.delete(key);
    const { shard, offset } = this.#at(slab);
    const read =
      known ??
      this.#files
        .read(pathOf(map, shard), offset, offset + down * across * bytes)
        .then((part) => floats(part));
    // one that did not come is asked for again
    read.catch(() => this.#slabs.delete(key));
    this.#slabs.set(key, read);
    const most = Math.max(2, Math.floor(MOST_KEPT_BYTES / (down * across * bytes)));
    for (const old of [...this.#slabs.keys()].slice(0, -most)) this.#slabs.delete(old);
    return read;
  }

  /** The frames that come with this one. */
  slabOf(k: number): { readonly from: number; readonly to: number } {
    const { chunk, frames } = this.layout;
    const from = k - (k % chunk.frames);
    return {
      from,
      to: Math.min(
        frames,
        from + chunk.frames,
        framesOfShard(this.layout, this.#at(from / chunk.frames).shard).to,
      ),
    };
  }
}

function pathOf(map: SequenceMapName, shard: number): string {
  return `data/${map}.ome.zarr/0/c/${shard}/0/0`;
}

function floats(bytes: Uint8Array<ArrayBuffer>): Float32Array {
  return new Float32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / FLOAT_BYTES));
}

function mapOf(bytes: Uint8Array): RealMap | null {
  const { width, height, samples } = decodeTiff(bytes);
  return samples instanceof Float32Array ? { rows: height, cols: width, data: samples } : null;
}

function factsOf(table: string): ListedFrame[] {
  const [head = '', ...lines] = table.trimEnd().split('\n');
  const names = head.split(',');
  const at = (name: string) => names.indexOf(name);
  const [time, sigma, flags] = [at('time_s'), at('sigma_factor'), at('flags')] as const;
  return lines.map((line) => {
    const values = line.split(',');
    const number = (column: number) => (values[column] ? Number(values[column]) : null);
    return { time: number(time), sigmaFactor: number(sigma) ?? NaN, flags: values[flags] ?? '' };
  });
}
