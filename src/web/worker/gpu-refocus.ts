import { bandLimit } from '../../core/propagate/transfer.ts';
import { paddedSides } from '../../core/propagate/propagate.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import type { ComplexMap } from '../../core/reconstruction/reconstruction.ts';
import type { Limits } from '../../formats/preview/robust-limits.ts';
import { colourWords, type ColourName } from '../colour/colour-maps.ts';
import { LONGEST, LONGEST_WITH_MORE, SHADER } from './gpu-shader.ts';
import { paint } from './paint.ts';
import type { RefocusOptics } from './protocol.ts';
import { FieldRefocuser } from './refocuser.ts';

/** A graphics processor that is ready, and the longest line that it transforms. */
export interface Gpu {
  readonly device: GPUDevice;
  readonly longest: number;
}

/** What of a field is seen. */
export interface LookedAt {
  readonly shift_mm: number;
  readonly show: 'amplitude' | 'phase';
  readonly colours: ColourName;
  readonly range: Limits;
}

type Parts = readonly [gpu: Gpu, field: ComplexMap, optics: RefocusOptics, reach_mm: number];

/** As the specification of WebGPU has them; TypeScript does not. */
const USAGE = { mapRead: 1, copySrc: 4, copyDst: 8, uniform: 64, storage: 128 } as const;
const READ = 1;
const COMPUTE = 4;
const UM_PER_MM = 1000;
const SETTINGS_BYTES = 64;
const SAMPLE_BYTES = 8;
const WORD_BYTES = 4;

/** One that is faster than the processor, if there is one. What stands in for it where there is none is slower. */
export async function openGpu(isFast = true): Promise<Gpu | null> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter || (isFast && adapter.info.isFallbackAdapter)) return null;
  const longest =
    adapter.limits.maxComputeWorkgroupStorageSize >= LONGEST_WITH_MORE * SAMPLE_BYTES
      ? LONGEST_WITH_MORE
      : LONGEST;
  const requiredLimits = { maxComputeWorkgroupStorageSize: longest * SAMPLE_BYTES };
  return { device: await adapter.requestDevice({ requiredLimits }), longest };
}

/**
 * A field brought to one distance after another by the graphics processor, to be looked at: its numbers differ in their
 * last digits from one machine to the next, so none is ever told.
 */
export class GpuRefocuser implements Disposable {
  readonly #gpu: Gpu;
  readonly #field: ComplexMap;
  readonly #optics: RefocusOptics;
  /** samples along the padded sides, rows first */
  readonly #sides: readonly [number, number];
  readonly #buffers: readonly GPUBuffer[];
  readonly #read: GPUBuffer;
  readonly #bound: GPUBindGroup;
  readonly #pipeline: (entry: string, line: number) => GPUComputePipeline;

  /**
   * @param reach_mm how far it is to be taken to either side: what walks farther sideways comes in at the other edge
   * @throws where the device has no room for it
   */
  static async of(...of: Parts): Promise<GpuRefocuser> {
    const [{ device }] = of;
    device.pushErrorScope('validation');
    device.pushErrorScope('out-of-memory');
    const made = new GpuRefocuser(...of);
    const errors = [await device.popErrorScope(), await device.popErrorScope()].filter(
      (error) => error !== null,
    );
    if (errors.length === 0) return made;
    made[Symbol.dispose]();
    throw new Error(errors[0]!.message);
  }

  private constructor(...[gpu, field, optics, reach_mm]: Parts) {
    const { device, longest } = gpu;
    const { rows, cols } = field;
    [this.#gpu, this.#field, this.#optics] = [gpu, field, optics];
    const { wavelength, radius, pitchX, pitchY } = optics;
    const sampling = { pitchX, pitchY };
    const padded = paddedSides(rows, cols, { sampling, wavelength, radius, z: reach_mm * UM_PER_MM });
    const [tall, wide] = padded.map((side) => Math.min(longest, powerOfTwo(side)));
    this.#sides = [tall!, wide!];
    const buffer = (size: number, usage: number) => device.createBuffer({ size, usage });
    const { storage, uniform, copyDst, copySrc, mapRead } = USAGE;
    const pictureBytes = rows * cols * WORD_BYTES;
    this.#buffers = [
      buffer(SETTINGS_BYTES, uniform | copyDst),
      buffer(tall! * wide! * SAMPLE_BYTES, storage | copyDst),
      buffer(rows * wide! * SAMPLE_BYTES, storage),
      buffer(pictureBytes, storage | copySrc),
      buffer(256 * WORD_BYTES, storage | copyDst),
      buffer((longest / 2) * SAMPLE_BYTES, storage | copyDst),
    ];
    this.#read = buffer(pictureBytes, mapRead | copyDst);
    const layout = device.createBindGroupLayout({
      entries: (
        ['uniform', 'storage', 'storage', 'storage', 'read-only-storage', 'read-only-storage'] as const
      ).map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })),
    });
    const entries = this.#buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    this.#bound = device.createBindGroup({ layout, entries });
    const module = device.createShaderModule({ code: SHADER });
    const pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [layout] });
    this.#pipeline = remembered((entryPoint: string, line: number) =>
      device.createComputePipeline({
        layout: pipelineLayout,
        compute: { module, entryPoint, constants: { N: line, LONGEST: longest } },
      }),
    );
    device.queue.writeBuffer(this.#buffers[5]!, 0, roots(longest));
    this.#transform();
  }

  /** The field's spectrum, which stays while the distance changes. */
  #transform(): void {
    const { rows, cols, data } = this.#field;
    const [tall, wide] = this.#sides;
    const padded = new Float32Array(2 * tall * wide);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < 2 * cols; x += 2) {
        const [from, to] = [2 * y * cols + x, 2 * y * wide + x];
        padded[to] = data[from]! - this.#optics.outside;
        padded[to + 1] = data[from + 1]!;
      }
    }
    this.#gpu.device.queue.writeBuffer(this.#buffers[1]!, 0, padded);
    this.#gpu.device.queue.writeBuffer(this.#buffers[0]!, 0, this.#settings(0, false, { min: 0, max: 1 }));
    this.#run(['forwardRows', wide, rows], ['forwardColumns', tall, wide]);
  }

  /** RGBA, row by row. @throws where the device is lost, or has not enough memory */
  async picture({ shift_mm, show, colours, range }: LookedAt): Promise<Uint8ClampedArray<ArrayBuffer>> {
    const { queue } = this.#gpu.device;
    const [tall, wide] = this.#sides;
    queue.writeBuffer(this.#buffers[0]!, 0, this.#settings(-shift_mm * UM_PER_MM, show === 'phase', range));
    queue.writeBuffer(this.#buffers[4]!, 0, new Uint32Array(colourWords(colours)));
    this.#run(['columns', tall, wide], ['rows', wide, this.#field.rows]);
    await this.#read.mapAsync(READ);
    const rgba = new Uint8ClampedArray(this.#read.getMappedRange().slice(0));
    this.#read.unmap();
    return rgba;
  }

  /** One pass after the other, each as an entry point with the length of its lines and their number; then the picture. */
  #run(...passes: readonly (readonly [string, number, number])[]): void {
    const { device } = this.#gpu;
    const encoder = device.createCommandEncoder();
    for (const [entry, line, count] of passes) {
      const pass = encoder.beginComputePass();
      pass.setPipeline(this.#pipeline(entry, line));
      pass.setBindGroup(0, this.#bound);
      pass.dispatchWorkgroups(count);
      pass.end();
    }
    encoder.copyBufferToBuffer(this.#buffers[3]!, 0, this.#read, 0, this.#read.size);
    device.queue.submit([encoder.finish()]);
  }

  #settings(z: number, isPhase: boolean, { min, max }: Limits): ArrayBuffer {
    const [tall, wide] = this.#sides;
    const { wavelength, pitchX, pitchY, outside } = this.#optics;
    const [extentX, extentY] = [wide * pitchX, tall * pitchY];
    const settings = new ArrayBuffer(SETTINGS_BYTES);
    const words = new Uint32Array(settings);
    words.set([tall, wide, this.#field.rows, this.#field.cols]);
    new Float32Array(settings).set(
      [
        ...[1 / extentX, 1 / extentY, bandLimit(wavelength, extentX, z), bandLimit(wavelength, extentY, z)],
        ...[wavelength, z, outside, 0, min, max > min ? 256 / (max - min) : 0],
      ],
      4,
    );
    words[11] = isPhase ? 1 : 0;
    return settings;
  }

  [Symbol.dispose](): void {
    for (const buffer of [...this.#buffers, this.#read]) buffer.destroy();
  }
}

/** Beads of phase, small enough to be tried at once. */
function sample(): ComplexMap {
  const [rows, cols] = [60, 100];
  const data = new Float32Array(2 * rows * cols);
  for (let i = 0; i < rows * cols; i++) {
    const [x, y] = [(i % cols) - 40, Math.floor(i / cols) - 28];
    const phase = 1.5 * Math.exp(-(x * x + y * y) / 60);
    [data[2 * i], data[2 * i + 1]] = [Math.cos(phase), Math.sin(phase)];
  }
  return { rows, cols, data };
}

/** Steps of 256 in a channel that neighbouring levels of a colour may differ by, and the share of pixels that may more. */
const NEAR = 8;
const MOST_OTHERS = 0.002;

/** Whether it shows what the kernels show: drivers have faults. What does not is left alone. */
export async function isRight(gpu: Gpu, kernels: Kernels): Promise<boolean> {
  const [field, shift_mm] = [sample(), 0.4];
  const optics = {
    wavelength: 0.6328,
    pitchX: 3.45,
    pitchY: 3.45,
    radius: 0.1,
    outside: 1,
    taper: 0,
  } as const;
  using own = new FieldRefocuser(kernels, field, optics);
  using other = await GpuRefocuser.of(gpu, field, optics, shift_mm);
  own.to(shift_mm);
  for (const show of ['amplitude', 'phase'] as const) {
    const range = show === 'phase' ? { min: -Math.PI, max: Math.PI } : { min: 0, max: 1.6 };
    const expected = paint(own.map(show).data, 'grey', range);
    const found = await other.picture({ shift_mm, show, colours: 'grey', range });
    if (shareOfOthers(found, expected) > MOST_OTHERS) return false;
  }
  return true;
}

/** Of two pictures in grey, the share of pixels that differ by more than neighbouring levels do. */
export function shareOfOthers(found: Uint8ClampedArray, expected: Uint8ClampedArray): number {
  let others = Math.abs(found.length - expected.length);
  for (let i = 0; i < expected.length; i += 4) if (Math.abs(found[i]! - expected[i]!) > NEAR) others++;
  return (4 * others) / expected.length;
}

function powerOfTwo(count: number): number {
  let power = 1;
  while (power < count) power *= 2;
  return power;
}

function roots(longest: number): Float32Array<ArrayBuffer> {
  const table = new Float32Array(longest);
  for (let k = 0; k < longest / 2; k++) {
    const angle = (2 * Math.PI * k) / longest;
    [table[2 * k], table[2 * k + 1]] = [Math.cos(angle), Math.sin(angle)];
  }
  return table;
}

function remembered<T>(make: (entry: string, line: number) => T): (entry: string, line: number) => T {
  const made = new Map<string, T>();
  return (entry, line) => {
    const key = `${entry} ${line}`;
    if (!made.has(key)) made.set(key, make(entry, line));
    return made.get(key)!;
  };
}
