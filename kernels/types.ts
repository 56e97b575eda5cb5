/**
 * What the parameters of the exported kernels are. To the compiler an address is a `usize` like a pitch or a count;
 * the binding for TypeScript, which `build-binding.ts` generates from these names, makes a type of its own out of each, so that
 * two can't be exchanged unnoticed.
 *
 * A plane is an address, a pitch and a shape. Planes share the pitch that follows them, or else the one before. A
 * parameter called `toRows` belongs to the plane `to`, and `rows` to all planes without one of their own; likewise
 * `cols`, `quads` (fours of columns) and `blocks` (sixteens).
 */

/** First sample of a plane of f32, row-major. */
export type RealAt = usize;
/** First quad of a complex plane, see `complex-layout.ts`. */
export type ComplexAt = usize;
/** 0: no such plane */
export type RealOrNone = usize;
export type ComplexOrNone = usize;

/** Contiguous values: f32, f64, 32-bit integers, bytes, and quads of complex numbers. */
export type FloatsAt = usize;
export type DoublesAt = usize;
export type IntegersAt = usize;
export type BytesAt = usize;
export type QuadsAt = usize;
/** A plan of a Fourier transform. */
export type PlanAt = usize;
/** Room that a kernel works in, of no content to anybody else. */
export type ScratchAt = usize;
/** Any block of memory. */
export type BlockAt = usize;

/** From one row of a plane to the next. */
export type FloatPitch<T> = T;
export type BytePitch = usize;

/** How many, or which one. */
export type Count<T> = T;
