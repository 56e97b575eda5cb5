import type { ComplexPlane, RealPlane } from './plane.ts';
import type { KernelExports } from './exports.ts';

const FLOATS_PER_VECTOR = 4;
const COMPLEX_PER_BLOCK = 16;
const COMPLEX_BYTES = 8;
/** Rows whose pitch is a multiple of this many bytes fall into the same cache sets. */
const ALIASING_BYTES = 4096;
const BLOCK_BYTES = COMPLEX_PER_BLOCK * COMPLEX_BYTES;

/** The compiled kernels and their memory. One instance belongs to one thread. */
export class Kernels {
  readonly run: KernelExports;

  private constructor(exports: KernelExports) {
    this.run = exports;
  }

  /** @param wasm the bytes of `kernels/kernels.wasm`, however the host came by them */
  static async load(wasm: Uint8Array<ArrayBuffer>): Promise<Kernels> {
    const { instance } = await WebAssembly.instantiate(wasm, {});
    return new Kernels(instance.exports as unknown as KernelExports);
  }

  /** Planes allocated here are given back when the scope is disposed of: `using scope = kernels.scope()`. */
  scope(): Scope {
    return new Scope(this.run);
  }

  /** A view of `length` floats at a byte address. Take it anew after anything that allocates. */
  floats(ptr: number, length: number): Float32Array {
    return new Float32Array(this.run.memory.buffer, ptr, length);
  }

  doubles(ptr: number, length: number): Float64Array {
    return new Float64Array(this.run.memory.buffer, ptr, length);
  }

  integers(ptr: number, length: number): Int32Array {
    return new Int32Array(this.run.memory.buffer, ptr, length);
  }

  bytes(ptr: number, length: number): Uint8Array {
    return new Uint8Array(this.run.memory.buffer, ptr, length);
  }
}

/** Owns blocks of kernel memory for as long as a computation needs them. */
export class Scope implements Disposable {
  readonly #run: KernelExports;
  readonly #blocks: number[] = [];

  constructor(run: KernelExports) {
    this.#run = run;
  }

  /** A 128-byte aligned block with undefined contents. */
  block(bytes: number): number {
    const ptr = this.#run.allocate(bytes);
    this.#blocks.push(ptr);
    return ptr;
  }

  /** An uninitialised real plane; its pitch is `cols` rounded up to 4 floats. */
  real(rows: number, cols: number): RealPlane {
    const pitch = Math.ceil(cols / FLOATS_PER_VECTOR) * FLOATS_PER_VECTOR;
    return { ptr: this.block(rows * pitch * 4), rows, cols, pitch };
  }

  /** An uninitialised complex plane; its pitch is `cols` rounded up to 16 complex numbers, off the 4096-byte grid. */
  complex(rows: number, cols: number): ComplexPlane {
    let pitchBytes = Math.ceil(cols / COMPLEX_PER_BLOCK) * BLOCK_BYTES;
    if (pitchBytes % ALIASING_BYTES === 0) pitchBytes += BLOCK_BYTES;
    return { ptr: this.block(rows * pitchBytes), rows, cols, pitchBytes };
  }

  [Symbol.dispose](): void {
    for (const ptr of this.#blocks.splice(0)) this.#run.release(ptr);
  }
}
