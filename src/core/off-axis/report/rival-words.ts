import type { Frequency } from '../../field/frequency.ts';
import type { Sideband } from '../../sideband/sideband.ts';

/** What lies half a cycle per pixel aside: of the rows, of the columns, or of both. */
const ALTERNATING = [
  {
    ...{ x: 0, y: 0.5 },
    cause:
      'as odd and even rows leave it that do not belong together, the two fields of an interlaced recording. Keep the rows of one field: edges of the sample are wrong where both are mixed',
  },
  {
    ...{ x: 0.5, y: 0 },
    cause:
      'as odd and even columns leave it that do not belong together, such as those of a colour camera’s mosaic. Take the raw pixels of one colour',
  },
  {
    ...{ x: 0.5, y: 0.5 },
    cause: 'as a colour camera’s mosaic leaves it. Take the raw pixels of one colour',
  },
] as const;

/**
 * What another sideband may be, as a sentence. Odd and even pixels that differ repeat the spectrum half a cycle aside.
 * @returns whether it is known to spoil what was found, and what to say of it
 */
export function rivalWords({
  carrier,
  passRadius,
  rival,
}: Pick<Sideband, 'carrier' | 'passRadius'> & { readonly rival: NonNullable<Sideband['rival']> }): {
  readonly spoils: boolean;
  readonly words: string;
} {
  const { x, y } = rival.carrier;
  const share = (100 * rival.relativeEnergy).toFixed(0);
  const there = `Another sideband with ${share} % of the power lies at (${x.toFixed(4)}, ${y.toFixed(4)}) cycles/px`;
  // no farther off than its own place is known
  const is = (place: Frequency) =>
    [1, -1].some((sign) => Math.max(apart(sign * x - place.x), apart(sign * y - place.y)) < passRadius / 4);
  for (const { cause, ...half } of ALTERNATING) {
    if (is({ x: carrier.x + half.x, y: carrier.y + half.y }))
      return {
        spoils: true,
        words: `${there}, half a cycle per pixel from the one that was taken, ${cause}.`,
      };
    if (is(half)) return { spoils: true, words: `${there}, ${cause}.` };
  }
  return {
    spoils: false,
    words: `${there}, perhaps a second reflection: name the right one with carrier_cycles_per_px. Or both are orders of a periodic sample: then the carrier lies between them, and a frame without the sample tells where.`,
  };
}

/** Frequencies that differ by whole cycles per pixel are one. */
function apart(difference: number): number {
  return Math.abs(difference - Math.round(difference));
}
