import { BLOCK_BYTES, blocksOf, QUAD_BYTES, quadsOf, wholeQuads } from './complex-layout.ts';
import { Problem } from '../problem/problem.ts';
import type { ComplexPlane, RealPlane } from './plane.ts';
import type {
  BlockAt,
  BytePitch,
  BytesAt,
  ComplexAt,
  DoublesAt,
  FloatPitch,
  FloatsAt,
  IntegersAt,
  QuadsAt,
  RealAt,
  ScratchAt,
} from './addresses.ts';
import type { CompiledKernels } from './compiled.ts';
import { KernelExports } from './exports.ts';
import { SecondThread, SecondThreadLost, type StartThread } from './second-thread.ts';
import { sharedForm, type SharedForm } from './shared-form.ts';

const FLOAT_BYTES = 4;
const INTEGER_BYTES = 4;
const DOUBLE_BYTES = 8;
/** Rows whose pitch is a multiple of this many bytes fall into the same cache sets. */
const ALIASING_BYTES = 4096;

/** What goes on in its own part of a plane does so on a second thread only where the plane has so many samples: see inline-threads.ts. */
const LEAST_SAMPLES = 16_384;
/** Rows, or blocks of columns, from `first` to `end` − 1. */
export interface PlanePart {
  readonly first: number;
  readonly end: number;
}

/** How more instances of the kernels are made. */
interface Code {
  readonly instance: () => CompiledKernels;
  /** compiled when it is first asked for */
  readonly shared: () => { readonly form: SharedForm; readonly module: WebAssembly.Module };
}

/** The compiled kernels and their memory. One instance belongs to one thread, which may have a {@link SecondThread} to help it. */
export class Kernels {
  /** What scopes may hold together; more is refused. */
  mostBytes = Infinity;
  /** What takes more than this for a while does so in a memory of its own; see {@link aside}. */
  keptBytes = Infinity;
  /** Told that such a memory is not used any more: it is free once the host has looked for what is dead. */
  onLeft: () => void = () => {};
  /** With it, what takes much memory for a while is done by two threads; see {@link atOnce}. */
  startThread: StartThread | null = null;
  /** How much that is: less is done before a second thread has begun. */
  leastSharedBytes = 16 * 1024 * 1024;
  /** Whether the machine has room for another thread now. */
  mayStartThread: () => boolean = () => true;
  readonly #code: Code | null;
  #second: SecondThread | null = null;
  #wasm: KernelExports;
  #held = 0;

  /**
   * @param compiled the exports of an instance of `kernels/kernels.wasm`
   * @param code makes more of them; null: these can't be renewed
   */
  constructor(compiled: CompiledKernels, code: Code | null = null) {
    [this.#wasm, this.#code] = [new KernelExports(compiled), code];
  }

  /** @param wasm the bytes of `kernels/kernels.wasm`, however the host came by them */
  static async load(wasm: Uint8Array<ArrayBuffer>): Promise<Kernels> {
    const { instance, module } = await WebAssembly.instantiate(wasm, {});
    const exportsOf = (of: WebAssembly.Instance) => of.exports as unknown as CompiledKernels;
    let shared: ReturnType<Code['shared']> | null = null;
    const compileShared = () => {
      const form = sharedForm(wasm);
      return { form, module: new WebAssembly.Module(form.bytes) };
    };
    return new Kernels(exportsOf(instance), {
      instance: () => exportsOf(new WebAssembly.Instance(module, {})),
      shared: () => (shared ??= compileShared()),
    });
  }

  get wasm(): KernelExports {
    return this.#wasm;
  }

  /** Goes on with fresh memory, which grows and never shrinks. Nothing happens while a scope holds some of it. */
  renew(): void {
    if (this.#code && this.#held === 0) this.#wasm = new KernelExports(this.#code.instance());
  }

  /**
   * Does what takes about so many bytes for a while: with kernels of its own where that is more than these keep, as memory
   * grows and never shrinks, and where there is a second thread to help.
   * @param work what it returns holds nothing in the memory of the kernels that it is given, which may be these. It is done
   *   again when the second thread was lost
   * @param short whether it is done before a second thread has begun
   */
  aside<Result>(bytes: number, work: (kernels: Kernels) => Result, short = false): Result {
    const shares = this.startThread !== null && !short && bytes >= this.leastSharedBytes;
    if (!this.#code || !(bytes > this.keptBytes || (shares && this.mayStartThread()))) return work(this);
    try {
      return this.#elsewhere(this.#code, shares ? this.startThread : null, work);
    } finally {
      this.onLeft();
    }
  }

  /** By itself, as what follows, so that nothing refers to the other kernels any more when it has returned. */
  #elsewhere<Result>(code: Code, start: StartThread | null, work: (kernels: Kernels) => Result): Result {
    try {
      if (start) return this.#onTwoThreads(code, start, work);
    } catch (error) {
      if (!(error instanceof SecondThreadLost)) throw error;
    }
    return this.#besides(code.instance, work);
  }

  #onTwoThreads<Result>(code: Code, start: StartThread, work: (kernels: Kernels) => Result): Result {
    const { module, form } = code.shared();
    using second = new SecondThread(module, form, start, this.mayStartThread);
    return this.#besides(() => second.compiled, work, second);
  }

  #besides<Result>(
    instance: () => CompiledKernels,
    work: (kernels: Kernels) => Result,
    second: SecondThread | null = null,
  ): Result {
    const other = new Kernels(instance());
    other.#second = second;
    other.mostBytes = this.mostBytes - this.#held;
    try {
      return work(other);
    } finally {
      // what it hands out may ask these kernels for more, when the thread is gone
      other.#second = null;
    }
  }

  /**
   * The parts in which rows or blocks of a plane are worked on {@link atOnce}: two where a second thread is ready.
   * @param samples of the whole plane
   */
  parts({ first, end }: PlanePart, samples: number): readonly PlanePart[] {
    if (samples < LEAST_SAMPLES || end - first < 2 || !this.#second?.isReady) return [{ first, end }];
    const middle = (first + end) >> 1;
    return [
      { first, end: middle },
      { first: middle, end },
    ];
  }

  /**
   * Does one or two {@link parts} at once.
   * @param work calls one kernel that returns nothing. What it writes is nothing that the other part touches: that of part
   *   k alone works in `scratch` k
   */
  atOnce(parts: readonly PlanePart[], work: (wasm: KernelExports, part: PlanePart, k: 0 | 1) => void): void {
    const [one, other] = parts as [PlanePart, PlanePart?];
    const own = () => work(this.wasm, one, 0);
    if (other) this.#second!.atOnce((wasm) => work(wasm, other, 1), own);
    else own();
  }

  /** Planes allocated here are given back when the scope is disposed of: `using scope = kernels.scope()`. */
  scope(): Scope {
    return new Scope(this.wasm, (bytes) => {
      if (bytes > 0) this.checkRoom(bytes);
      this.#held += bytes;
    });
  }

  /** What will need so much more asks before it begins. @throws Problem */
  checkRoom(bytes: number): void {
    if (this.#held + bytes > this.mostBytes) throw tooMuch(this.mostBytes);
  }

  /** A view of `length` floats at a byte address. Take it anew after anything that allocates. */
  floats(ptr: FloatsAt | RealAt | ComplexAt | QuadsAt, length: number): Float32Array {
    return new Float32Array(this.wasm.memory.buffer, ptr, length);
  }

  doubles(ptr: DoublesAt, length: number): Float64Array {
    return new Float64Array(this.wasm.memory.buffer, ptr, length);
  }

  integers(ptr: IntegersAt, length: number): Int32Array {
    return new Int32Array(this.wasm.memory.buffer, ptr, length);
  }

  /** Of anything, byte by byte. */
  bytes(ptr: BlockAt, length: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, ptr, length);
  }
}

function tooMuch(most: number): Problem {
  const megabytes = Math.floor(most / 1e6);
  const detail =
    `Computing this takes more memory than one request gets here (${megabytes} MB). Smaller frames, fewer of them or a ` +
    'shorter distance take less; leith reconstruct takes what your own machine has.';
  return new Problem('FRAME_TOO_LARGE', detail);
}

/** Owns blocks of kernel memory for as long as a computation needs them. */
export class Scope implements Disposable {
  readonly #wasm: KernelExports;
  readonly #count: (bytes: number) => void;
  readonly #blocks: BlockAt[] = [];
  #bytes = 0;

  /** @param count told how much is taken, and less than 0 what is given back; may throw */
  constructor(wasm: KernelExports, count: (bytes: number) => void) {
    this.#wasm = wasm;
    this.#count = count;
  }

  /** Room for contiguous values, 128-byte aligned, with undefined contents. */
  floats(count: number): FloatsAt {
    return this.#block<FloatsAt>(count * FLOAT_BYTES);
  }

  doubles(count: number): DoublesAt {
    return this.#block<DoublesAt>(count * DOUBLE_BYTES);
  }

  integers(count: number): IntegersAt {
    return this.#block<IntegersAt>(count * INTEGER_BYTES);
  }

  bytes(count: number): BytesAt {
    return this.#block<BytesAt>(count);
  }

  /** Complex numbers, in whole quads. */
  quads(count: number): QuadsAt {
    return this.#block<QuadsAt>(quadsOf(count) * QUAD_BYTES);
  }

  /** What a kernel needs to work in. */
  scratch(bytes: number): ScratchAt {
    return this.#block<ScratchAt>(bytes);
  }

  /**
   * An uninitialised real plane; its pitch is `cols` rounded up to 4 floats. What fills up a row is 0: kernels take four samples at a
   * time, and 0 times what the memory held before would be NaN where that was.
   */
  real(rows: number, cols: number): RealPlane {
    const pitch = wholeQuads(cols) as FloatPitch;
    const ptr = this.#block<RealAt>(rows * pitch * FLOAT_BYTES);
    if (pitch > cols) {
      const values = new Float32Array(this.#wasm.memory.buffer, ptr, rows * pitch);
      for (let end = pitch as number; end <= values.length; end += pitch)
        values.fill(0, end - pitch + cols, end);
    }
    return { ptr, rows, cols, pitch };
  }

  /** An uninitialised complex plane; its pitch is `cols` rounded up to 16 complex numbers, off the 4096-byte grid. */
  complex(rows: number, cols: number): ComplexPlane {
    const wide = blocksOf(cols) * BLOCK_BYTES;
    const pitchBytes = (wide % ALIASING_BYTES === 0 ? wide + BLOCK_BYTES : wide) as BytePitch;
    return { ptr: this.#block<ComplexAt>(rows * pitchBytes), rows, cols, pitchBytes };
  }

  /** An address is what it is allocated as. */
  #block<At extends BlockAt>(bytes: number): At {
    this.#count(bytes);
    this.#bytes += bytes;
    const ptr = this.#wasm.allocate(bytes);
    this.#blocks.push(ptr);
    return ptr as At;
  }

  [Symbol.dispose](): void {
    for (const ptr of this.#blocks.splice(0)) this.#wasm.release(ptr);
    this.#count(-this.#bytes);
    this.#bytes = 0;
  }
}
