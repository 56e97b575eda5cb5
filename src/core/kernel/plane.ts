/**
 * Planes live in the kernels' memory: a plane is where it lies, not a copy of it. A view of one is taken at
 * the moment of use and never kept, because the memory moves when it grows.
 */

/** Real samples, float32, row-major; `pitch` floats from one row to the next (a multiple of 4). */
export interface RealPlane {
  /** byte address, 64-byte aligned */
  readonly ptr: number;
  readonly rows: number;
  readonly cols: number;
  readonly pitch: number;
}

/**
 * Complex samples, float32. Four neighbours along a row lie as `[re re re re][im im im im]` (32 bytes), which
 * lets the FFT butterflies run without a shuffle. `pitchBytes` is a multiple of 128 (16 complex numbers), so the
 * columns past `cols` exist and are scratch.
 */
export interface ComplexPlane {
  /** byte address, 128-byte aligned */
  readonly ptr: number;
  readonly rows: number;
  readonly cols: number;
  readonly pitchBytes: number;
}
