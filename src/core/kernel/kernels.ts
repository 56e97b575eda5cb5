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

const FLOAT_BYTES = 4;
const INTEGER_BYTES = 4;
const DOUBLE_BYTES = 8;
/** Rows whose pitch is a multiple of this many bytes fall into the same cache sets. */
const ALIASING_BYTES = 4096;

/** The compiled kernels and their memory. One instance belongs to one thread. */
export class Kernels {
  /** What scopes may hold together; more is refused. */
  mostBytes = Infinity;
  /** What takes more than this for a while does so in a memory of its own; see {@link aside}. */
  keptBytes = Infinity;
  /** Told that such a memory is not used any more: it is free once the host has looked for what is dead. */
  onLeft: () => void = () => {};
  readonly #another: (() => CompiledKernels) | null;
  #wasm: KernelExports;
  #held = 0;

  /**
   * @param compiled the exports of an instance of `kernels/kernels.wasm`
   * @param another makes those of one more; null: these can't be renewed
   */
  constructor(compiled: CompiledKernels, another: (() => CompiledKernels) | null = null) {
    [this.#wasm, this.#another] = [new KernelExports(compiled), another];
  }

  /** @param wasm the bytes of `kernels/kernels.wasm`, however the host came by them */
  static async load(wasm: Uint8Array<ArrayBuffer>): Promise<Kernels> {
    const { instance, module } = await WebAssembly.instantiate(wasm, {});
    const exportsOf = (of: WebAssembly.Instance) => of.exports as unknown as CompiledKernels;
    return new Kernels(exportsOf(instance), () => exportsOf(new WebAssembly.Instance(module, {})));
  }

  get wasm(): KernelExports {
    return this.#wasm;
  }

  /** Goes on with fresh memory, which grows and never shrinks. Nothing happens while a scope holds some of it. */
  renew(): void {
    if (this.#another && this.#held === 0) this.#wasm = new KernelExports(this.#another());
  }

  /**
   * Does what takes about so many bytes for a while: with kernels of its own where that is more than these keep, as memory
   * grows and never shrinks.
   * @param work what it returns holds nothing in the memory of the kernels that it is given, which may be these
   */
  aside<Result>(bytes: number, work: (kernels: Kernels) => Result): Result {
    if (bytes <= this.keptBytes || !this.#another) return work(this);
    try {
      return this.#besides(this.#another, work);
    } finally {
      this.onLeft();
    }
  }

  /** By itself, so that nothing refers to the other kernels any more when it has returned. */
  #besides<Result>(another: () => CompiledKernels, work: (kernels: Kernels) => Result): Result {
    const other = new Kernels(another());
    other.mostBytes = this.mostBytes - this.#held;
    return work(other);
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

  /** An uninitialised real plane; its pitch is `cols` rounded up to 4 floats. */
  real(rows: number, cols: number): RealPlane {
    const pitch = wholeQuads(cols) as FloatPitch;
    return { ptr: this.#block<RealAt>(rows * pitch * FLOAT_BYTES), rows, cols, pitch };
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
