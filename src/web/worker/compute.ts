import './symbol-dispose.ts';
import { centreCrop } from '../../core/field/camera.ts';
import type { Frame } from '../../core/field/frame.ts';
import { Problem } from '../../core/problem/problem.ts';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import { encodeNpyArray } from '../../formats/encode/npy-array.ts';
import { inspectArchive } from '../../formats/verify/inspect-package.ts';
import { inPageWords } from '../fields/page-words.ts';
import { encodeMap } from '../package/encode-map.ts';
import { readPackage } from '../package/read-package.ts';
import { labelMap } from '../package/label-map.ts';
import type { MapName, PackageMap } from '../package/opened-package.ts';
import { fileFrames } from './file-frames.ts';
import { findFocus } from './find-focus.ts';
import { frameSpectrum } from './frame-spectrum.ts';
import { HeldMaps } from './held-maps.ts';
import { histogramOf } from './histogram.ts';
import { paintBitmap } from './paint.ts';
import { loadKernels, sha256Of } from './load-kernels.ts';
import type { CallName, Calls, FrameOfFile, HandedOver, Held, Reply, Request } from './protocol.ts';
import { PartialPackages } from './partial-packages.ts';
import { PhasePreview } from './phase-preview.ts';
import { reduceMap } from './reduce.ts';
import { refocusFrame } from './refocus-frame.ts';
import { Refocusers } from './refocusers.ts';
import { unwrapField } from './unwrap-refocused.ts';

/*
 * The page's worker: everything that takes longer than a blink. It holds the open maps and the compiled kernels, the
 * same bytes as the service's own.
 */

const held = new HeldMaps();
const kernels = loadKernels().then(({ kernels }) => kernels);
kernels.catch(() => undefined);

const refocusers = new Refocusers(kernels, (id) => held.field(id));

/** The frame whose filter a hand moves. */
let previewed: { readonly frame: number; readonly at: PhasePreview } | null = null;

type Answers = {
  readonly [K in CallName]: (request: Calls[K]['request']) => Promise<Calls[K]['reply']> | Calls[K]['reply'];
};

const answers: Answers = {
  async openPackage({ blob }) {
    const contents = await readPackage(new Uint8Array(await blob.arrayBuffer()), digest);
    const { report, inspection, field } = contents;
    const maps = labelledAll(contents.maps);
    const first = Object.values(contents.maps)[0];
    const size = report.outputs.find(({ pixel_size_um }) => pixel_size_um)?.pixel_size_um;
    return {
      ...{ report, inspection, maps, rows: first?.rows ?? 0, cols: first?.cols ?? 0 },
      pixelSizeUm: size ?? { x: 1, y: 1 },
      field: field ? { id: held.holdField(field) } : null,
      previews: mapValues(contents.previews, (png) => new Blob([png], { type: 'image/png' })),
      reportPage: contents.reportPage && new Blob([contents.reportPage], { type: 'text/html' }),
    };
  },
  async openParts({ files }) {
    const id = held.number();
    return { id, ...(await parts.open(id, files)) };
  },
  async addPart({ id, file }) {
    const { inspection, maps, field } = await parts.add(id, file);
    return { inspection, maps: labelledAll(maps), field: field && { id: held.holdField(field) } };
  },
  inspect: async ({ blob }) => digest && inspectArchive(new Uint8Array(await blob.arrayBuffer()), digest),
  async mapFile({ id, labels }) {
    const blob = encodeMap(await kernels, held.map(id), labels);
    return { blob, sha256: digest && (await digest(new Uint8Array(await blob.arrayBuffer()))) };
  },
  connect({ port }) {
    port.onmessage = ({ data: { maps, field } }: MessageEvent<HandedOver>) =>
      port.postMessage({
        maps: maps.map((map) => held.hold(map)),
        field: held.holdField(field),
      } satisfies Held);
  },
  release({ ids }) {
    refocusers.drop(ids);
    held.release(ids);
    parts.release(ids);
  },
  paint: ({ id, colours, range, faded = null }) =>
    paintBitmap(held.map(id), colours, range, faded === null ? null : held.map(faded).data),
  histogram: ({ id, bins }) => histogramOf(held.map(id).data, bins),
  difference({ a, b, wrap }) {
    const [first, second] = [held.map(a), held.map(b)];
    const turn = 2 * Math.PI;
    const data = first.data.map((value, i) => {
      const difference = value - second.data[i]!;
      return wrap ? difference - turn * Math.ceil(difference / turn - 0.5) : difference;
    });
    return { id: held.hold({ ...first, data }), values: data.slice() };
  },
  flatten({ id, plane: { mean, midX, midY, slopeX, slopeY } }) {
    const { rows, cols, data } = held.map(id);
    const less = data.map((value, at) => {
      const [x, y] = [at % cols, Math.floor(at / cols)];
      return value - (mean + slopeX * (x - midX) + slopeY * (y - midY));
    });
    return { id: held.hold({ rows, cols, data: less }), values: less.slice() };
  },
  async reduce({ id, most }) {
    const { rows, cols, data } = reduceMap(await kernels, held.map(id), most);
    return { rows, cols, values: data };
  },
  hold: (map) => ({ id: held.hold(map) }),
  refocus: (wanted) => refocusers.picture(wanted),
  refocusFrame: async (frame) => refocusFrame(await kernels, frame),
  async keepRefocused({ show, ...place }) {
    const at = await refocusers.whole(place);
    const unwrapped = show === 'unwrapped' ? unwrapField(await kernels, at.plane) : null;
    const map = unwrapped?.phase ?? at.map(show === 'unwrapped' ? 'phase' : show);
    const { data: amplitude } = show === 'amplitude' ? { data: map.data.slice() } : at.map('amplitude');
    const untrusted = unwrapped?.untrusted ?? null;
    return { id: held.hold(map), values: map.data.slice(), amplitude, untrusted };
  },
  findFocus: async ({ field, optics, region, reach_mm }) =>
    findFocus(await kernels, held.field(field), optics, region, reach_mm),
  async refocusedFile(place) {
    const { rows, cols, data } = (await refocusers.whole(place)).field();
    return new Blob(encodeNpyArray(data, [rows, cols], true) as Uint8Array<ArrayBuffer>[]);
  },
  async readFrame({ file, name, asStack, channel }) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const {
      format,
      count: frames,
      refusal,
      frame,
      stated,
    } = await fileFrames(bytes, { name, asStack, channel });
    const { width, height, bitDepth: bit_depth } = frame(0);
    const refusal_alone = refusal && inPageWords(refusal);
    return { format, frames, refusal_alone, width, height, bit_depth, stated };
  },
  async frameMap(place) {
    const { frame, count: frames } = await frameOf(place);
    const { x, y, width, height } = centreCrop(frame.width, frame.height);
    const data = new Float32Array(width * height);
    for (let row = 0; row < height; row++) {
      const from = (y + row) * frame.width + x;
      data.set(frame.samples.subarray(from, from + width), row * width);
    }
    return {
      id: held.hold({ rows: height, cols: width, data }),
      ...{ rows: height, cols: width, frames },
      values: data.slice(),
    };
  },
  async phasePreview({ place, frame, filter, level, light }) {
    if (previewed?.frame !== frame) {
      previewed?.at[Symbol.dispose]();
      previewed = null;
      previewed = { frame, at: new PhasePreview(await kernels, (await frameOf(place)).frame) };
    }
    return paintBitmap(previewed.at.phase(filter, level, light), 'cyclic', { min: -Math.PI, max: Math.PI });
  },
  async frameSpectrum({ mode, ...place }) {
    const { frame } = await frameOf(place);
    return frameSpectrum(await kernels, frame, mode);
  },
};

/** One of a file's frames, see FrameOfFile, and how many there are. */
async function frameOf({
  file,
  index,
  channel,
}: FrameOfFile): Promise<{ readonly frame: Frame; readonly count: number }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { count, refusal, frame } = await fileFrames(bytes, { asStack: index !== null, channel });
  if (index === null && refusal !== null) throw new Problem('HOLOGRAM_UNSUPPORTED', refusal);
  return { frame: frame(index ?? 0), count };
}

function labelledAll(maps: Readonly<Partial<Record<MapName, RealMap>>>) {
  return Object.fromEntries(
    Object.entries(maps).map(([name, map]) => [name, labelled(name as MapName, map)]),
  );
}

function labelled(name: MapName, map: RealMap): PackageMap {
  const { rows, cols } = map;
  return { id: held.hold(map), ...labelMap(name), rows, cols, values: map.data.slice() };
}

/** The browser has digests only where the page was served safely. */
const digest = globalThis.crypto?.subtle
  ? async (bytes: Uint8Array) => (await sha256Of(bytes as Uint8Array<ArrayBuffer>))!
  : null;

/** Results of which some files are here. */
const parts = new PartialPackages(digest);

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** One call after the other: a slow answer never mixes with the next one's. */
let queue: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<Request>) => {
  queue = queue.then(() => answer(data));
};

async function answer({ number, call, request }: Request): Promise<void> {
  try {
    const value = await (answers[call] as (request: unknown) => unknown)(request);
    send({ number, value }, transferables(value));
  } catch (cause) {
    const code = cause instanceof Problem ? cause.code : null;
    const refusal = inPageWords(cause instanceof Error ? cause.message : String(cause));
    send({ number, refusal, code }, []);
  }
}

function send(reply: Reply, transfer: Transferable[]): void {
  (self as unknown as Worker).postMessage(reply, transfer);
}

/** Arrays and pictures at any depth: all replies are made for the page and not needed here afterwards. */
function transferables(value: unknown): Transferable[] {
  if (value instanceof ImageBitmap) return [value];
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (typeof value !== 'object' || value === null || value instanceof Blob) return [];
  return Object.values(value).flatMap(transferables);
}
