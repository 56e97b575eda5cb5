/**
 * Numbers that a kernel takes, by what they are. An address of floats is no address of doubles, a pitch in floats none
 * in bytes, and neither is a count: swapping two does not compile. When the program runs all of them are numbers.
 * The names are those of `kernels/types.ts`.
 */
declare const address: unique symbol;
declare const pitch: unique symbol;

/** Byte address in the kernels' memory. */
type Address<Of> = number & { readonly [address]: Of };

/** First sample of a real plane. */
export type RealAt = Address<'real plane'>;
/** First sample of a complex plane. */
export type ComplexAt = Address<'complex plane'>;
export type FloatsAt = Address<'floats'>;
export type DoublesAt = Address<'doubles'>;
/** 32 bits each, signed or not */
export type IntegersAt = Address<'integers'>;
export type BytesAt = Address<'bytes'>;
/** Complex numbers without gaps between rows, see `complex-layout.ts`. */
export type QuadsAt = Address<'quads'>;
export type PlanAt = Address<'plan'>;
export type ScratchAt = Address<'scratch'>;
/** Any address. */
export type BlockAt = Address<unknown>;

/** In place of a plane that there is none of. */
export const NONE = 0;

/** Floats from one row to the next. */
export type FloatPitch = number & { readonly [pitch]: 'floats' };
/** Bytes from one row to the next. */
export type BytePitch = number & { readonly [pitch]: 'bytes' };

/** Any number that is neither address nor pitch. */
export type Count = number & { readonly [address]?: never; readonly [pitch]?: never };
export type Quantity = Count;

const BYTES_PER_FLOAT = 4;

/** Of a plane that there is none of it does not matter. */
export function bytesPerRow(plane: { readonly pitch: FloatPitch } | null): BytePitch {
  return ((plane?.pitch ?? 0) * BYTES_PER_FLOAT) as BytePitch;
}

/** The address so many bytes on, of the same kind. */
export function bytesAfter<At extends BlockAt>(at: At, bytes: Count): At {
  return (at + bytes) as At;
}
