import type { Kernels } from '../kernel/kernels.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';
import { ringProfile, type RingProfile } from '../spectrum/rings.ts';
import { ringStep } from './bandwidth.ts';
import type { Sideband } from './sideband.ts';
import type { SidebandSettings } from './sideband-settings.ts';

/** Half the angle of a direction that a fall is looked for in: six of them, less the one towards DC. */
const HALF_ANGLE = Math.PI / 6;
/** Turns from the direction away from DC. */
const DIRECTIONS = [0, 60, -60, 120, -120];
/** Rings whose mean is compared: a window's lobe is as wide as one. */
const IN_A_ROW = 2;
/** A fall's share of the radius, to either side: a lens may lie aside of the carrier by as much, too. */
const HALF_WIDTH = 0.05;

/**
 * Radius (cycles per camera pixel) at which the power around a carrier falls in three of four directions at once, the outermost: no sample
 * ends like that, but a lens does. What lies beyond may be heard still, as dust near the camera scatters light that passed the lens.
 * @returns null where it falls nowhere, or more of a fall lies beyond
 */
export function lensRim(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  { carrier, measuredRadius: until }: Pick<Sideband, 'carrier' | 'measuredRadius'>,
  { leastShare, sharp, sectorCosine }: SidebandSettings['extent'],
): number | null {
  const step = ringStep(spectrum);
  const { x, y } = carrier;
  const heard = Math.floor(until / step);
  const rings = heard + 2 * gapAt(heard) + IN_A_ROW;
  const around = (dx: number, dy: number, maxCosine: number) =>
    ringProfile(kernels, spectrum, carrier, { step, rings, away: { x: dx, y: dy, maxCosine } });
  const signal = around(-x, -y, sectorCosine);
  const least = Math.max(2 * IN_A_ROW + 1, (leastShare * Math.sqrt(x * x + y * y)) / step);
  let k = heard;
  while (k >= least && !(ratioAt(signal, k) >= sharp && ratioAt(signal, k) > fallBefore(signal, k))) k--;
  // what falls where nothing more is heard is its end already
  if (k < least || k + 2 * gapAt(k) + IN_A_ROW > heard) return null;
  const { cos, sin } = kernels.wasm;
  const falls = DIRECTIONS.map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const [c, s] = [cos(angle), sin(angle)];
    // all other directions are left out
    const profile = around(s * y - c * x, -s * x - c * y, -cos(HALF_ANGLE));
    let most = 0;
    for (let j = k - gapAt(k); j <= k + gapAt(k); j++) most = Math.max(most, ratioAt(profile, j) || 0);
    return most;
  });
  if (falls.toSorted((a, b) => a - b)[falls.length >> 2]! < sharp) return null;
  while (ratioAt(signal, k - 1) > ratioAt(signal, k)) k--;
  return ratioAt(signal, k) > leftBeyond(signal, k) ? step * endOf(signal, k) : null;
}

function gapAt(k: number): number {
  return Math.max(IN_A_ROW, Math.ceil(HALF_WIDTH * k));
}

/** Mean power within a ring over that beyond it. */
function ratioAt({ mean }: RingProfile, k: number): number {
  const gap = gapAt(k);
  const beyond = meanFrom(mean, k + gap);
  return beyond > 0 ? meanFrom(mean, k - gap - IN_A_ROW + 1) / beyond : 0;
}

/** How many times it has fallen before, over as many rings: a sample's own spectrum falls as fast. */
function fallBefore({ mean }: RingProfile, k: number): number {
  const inside = k - gapAt(k) - IN_A_ROW + 1;
  const further = inside - (2 * gapAt(k) + IN_A_ROW - 1);
  return further >= 0 ? meanFrom(mean, further) / meanFrom(mean, inside) : Infinity;
}

/** How many times the power falls from beyond a rim to where nothing is heard. */
function leftBeyond({ mean }: RingProfile, rim: number): number {
  return meanFrom(mean, rim + gapAt(rim)) / meanFrom(mean, mean.length - IN_A_ROW);
}

/** Inwards, the ring that holds no more of a lens's own than of what lies beyond. */
function endOf({ mean }: RingProfile, rim: number): number {
  let end = rim + gapAt(rim);
  const beyond = meanFrom(mean, end);
  while (mean[end - 1]! < 2 * beyond) end--;
  return end;
}

function meanFrom(mean: Float64Array, from: number): number {
  let sum = 0;
  for (let j = 0; j < IN_A_ROW; j++) sum += mean[from + j]!;
  return sum / IN_A_ROW;
}
