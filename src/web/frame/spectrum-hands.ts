import type { Values } from '../fields/fields.ts';
import type { FrameSpectrum } from '../worker/protocol.ts';

/** Where the filter lies, in cycles/px of the frame. */
export interface Filter {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** What hands do to the filter: it is moved, made wider, or changed for its twin. */
export type Grip = 'place' | 'rim' | 'twin';

/** A place on the picture of a spectrum, as shares of its width and height, in cycles/px. */
export function frequencyAt(
  { rows, cols, step_cycles_per_px: step }: FrameSpectrum,
  across: number,
  down: number,
): { readonly x: number; readonly y: number } {
  return {
    x: (across * cols - 0.5 - (cols >> 1)) * step.x,
    y: (down * rows - 0.5 - (rows >> 1)) * step.y,
  };
}

/** What is taken hold of there; null: nothing. The rim has room on both of its sides. */
export function gripAt(filter: Filter, at: { readonly x: number; readonly y: number }): Grip | null {
  const off = Math.hypot(at.x - filter.x, at.y - filter.y);
  if (Math.abs(off - filter.radius) < Math.max(0.15 * filter.radius, 0.008)) return 'rim';
  if (off < filter.radius) return 'place';
  return Math.hypot(at.x + filter.x, at.y + filter.y) < filter.radius ? 'twin' : null;
}

/** cycles/px: nearer to zero frequency, or wider than this, no filter takes a sideband out */
const LEAST = 0.01;
const MOST_RADIUS = 0.35;

/**
 * The fields of a request that say what a hand does.
 * @param samplePixel µm per camera pixel in the sample; null: not known, and a radius can't be said
 */
export function fieldsOf(
  grip: Grip,
  filter: Filter,
  at: { readonly x: number; readonly y: number },
  samplePixel: number | null,
): Values {
  const carrier = (x: number, y: number): Values => ({
    carrier_cycles_per_px: `${x.toFixed(4)},${y.toFixed(4)}`,
  });
  if (grip === 'twin') return carrier(-filter.x, -filter.y);
  if (grip === 'place') {
    const within = (value: number) => Math.min(0.5, Math.max(-0.5, value));
    return Math.hypot(at.x, at.y) < LEAST ? {} : carrier(within(at.x), within(at.y));
  }
  const radius = Math.min(MOST_RADIUS, Math.max(LEAST, Math.hypot(at.x - filter.x, at.y - filter.y)));
  if (samplePixel === null) return {};
  return { filter_radius_cycles_per_um: String(Number((radius / samplePixel).toPrecision(4))) };
}
