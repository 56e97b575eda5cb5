import type { RealPlane } from '../kernel/plane.ts';
import type { BytesAt } from '../kernel/addresses.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { unwrappingSettings, type UnwrappingSettings } from './unwrapping-settings.ts';

/** Why a pixel's number of turns is not to be trusted: bits of the mask that {@link unwrap} writes. */
export const LOW_MODULUS = 1;
/** On a residue, or more than half a turn away from a neighbour, with no LOW_MODULUS pixel about to explain it. */
export const INCONSISTENT = 2;
/** Trustworthy by itself, but not connected through such pixels to the largest region of them. */
export const DISCONNECTED = 4;

/** Multigrid cycles after the first guess. What they leave undone is smooth, and found again in the rest. */
const CYCLES = 2;

const NOTHING_MARKED = {
  lowModulusFraction: 0,
  inconsistentFraction: 0,
  disconnectedFraction: 0,
  untrustedFraction: 0,
};

export type UnwrapMethod = 'scan' | 'quality-guided' | 'least-squares';

export interface UnwrapOptions {
  /** A pixel whose modulus is not above this (in the modulus's unit; 0 by default) is LOW_MODULUS. */
  readonly minimumModulus?: number;
  /** Overrides the choice by residue density. A scan is right only where there are no residues. */
  readonly method?: UnwrapMethod;
}

export interface Unwrapping {
  readonly method: UnwrapMethod;
  /** 2×2 loops around which the wrapped differences do not add up to zero */
  readonly residues: number;
  /** residues without a LOW_MODULUS pixel, per pixel that is not LOW_MODULUS */
  readonly residueDensity: number;
  /** fractions of all pixels; a pixel may have several reasons */
  readonly lowModulusFraction: number;
  readonly inconsistentFraction: number;
  readonly disconnectedFraction: number;
  /** fraction of pixels with any reason */
  readonly untrustedFraction: number;
}

/**
 * Unwraps a phase. The result is congruent: it differs from `wrapped` by whole turns, and the upper left pixel
 * keeps its value. With no residue every path agrees and a scan is exact. With a few, reliable neighbours are
 * joined first (Herráez et al., Appl. Opt. 41, 7437 (2002), doi:10.1364/AO.41.007437). Where they are dense, a
 * least-squares surface (Ghiglia & Romero, J. Opt. Soc. Am. A 11, 107 (1994), doi:10.1364/JOSAA.11.000107) takes
 * the slopes off, what it leaves is smoothed and unwrapped by reliability, and the sum picks the nearest turn.
 *
 * @param wrapped rad, [-π, π], finite
 * @param modulus of the field, same shape; null trusts every pixel
 * @param phase receives the unwrapped phase, rad, same shape; not `wrapped` itself
 * @param mask rows · cols bytes, row-major without padding; receives 0 where a pixel is trusted, else
 *   the sum of its reasons. Untrusted pixels get a congruent phase too.
 */
export function unwrap(
  kernels: Kernels,
  wrapped: RealPlane,
  modulus: RealPlane | null,
  phase: RealPlane,
  mask: BytesAt,
  options: UnwrapOptions = {},
  settings: UnwrappingSettings = unwrappingSettings,
): Unwrapping {
  const { rows, cols } = wrapped;
  for (const plane of [modulus, phase])
    if (plane && (plane.rows !== rows || plane.cols !== cols))
      throw new RangeError('modulus and phase must have the shape of the wrapped phase');
  const pixels = rows * cols;
  const low = markLowModulus(kernels, modulus, mask, pixels, options.minimumModulus ?? 0);
  const residues = markResidues(kernels, wrapped, mask);
  const residueDensity = low < pixels ? residues.trusted / (pixels - low) : 0;
  const method = options.method ?? choose(residues.all, residueDensity, settings.dense);
  solve(kernels, method, wrapped, phase, mask);
  const outcome = { method, residues: residues.all, residueDensity };
  if (low + residues.all === 0) return { ...outcome, ...NOTHING_MARKED };
  if (residues.all > 0) kernels.wasm.markCuts(phase, mask);
  kernels.wasm.markDisconnected(mask, { rows, cols });
  return { ...outcome, ...fractions(kernels, mask, pixels) };
}

function choose(residues: number, density: number, dense: number): UnwrapMethod {
  if (residues === 0) return 'scan';
  return density > dense ? 'least-squares' : 'quality-guided';
}

function solve(
  kernels: Kernels,
  method: UnwrapMethod,
  wrapped: RealPlane,
  phase: RealPlane,
  mask: BytesAt,
): void {
  if (method === 'scan') {
    kernels.wasm.unwrapByScan(wrapped, phase);
    return;
  }
  if (method === 'quality-guided') kernels.wasm.unwrapByQuality(wrapped, mask, phase);
  else countTurnsByLeastSquares(kernels, wrapped, phase, mask);
  kernels.wasm.addTurns(wrapped, phase);
}

/** Writes whole turns into `turns`. What the fitted surface leaves, smoothed, has residues of its own. */
function countTurnsByLeastSquares(
  kernels: Kernels,
  wrapped: RealPlane,
  turns: RealPlane,
  mask: BytesAt,
): void {
  using scope = kernels.scope();
  const { rows, cols } = wrapped;
  const { wasm } = kernels;
  const [surface, rest] = [scope.real(rows, cols), scope.real(rows, cols)];
  wasm.fitSurface(wrapped, mask, surface, rest, CYCLES);
  const restMask = scope.bytes(rows * cols);
  wasm.copyLowModulus(mask, restMask, rows * cols);
  wasm.markResidues(rest, restMask, scope.integers(2));
  wasm.unwrapByQuality(rest, restMask, turns);
  wasm.addTurns(rest, turns);
  wasm.turnsToSurface(wrapped, surface, turns, turns);
}

/** Starts the mask; returns the number of pixels of low modulus. */
function markLowModulus(
  kernels: Kernels,
  modulus: RealPlane | null,
  mask: BytesAt,
  pixels: number,
  minimum: number,
): number {
  if (!modulus) {
    kernels.wasm.fillBytes(mask, { value: 0, bytes: pixels });
    return 0;
  }
  return kernels.wasm.maskLowModulus(modulus, mask, minimum);
}

function markResidues(kernels: Kernels, wrapped: RealPlane, mask: BytesAt): { all: number; trusted: number } {
  using scope = kernels.scope();
  const counts = scope.integers(2);
  kernels.wasm.markResidues(wrapped, mask, counts);
  const [all, trusted] = kernels.integers(counts, 2);
  return { all: all!, trusted: trusted! };
}

function fractions(kernels: Kernels, mask: BytesAt, pixels: number) {
  using scope = kernels.scope();
  const counts = scope.integers(4);
  kernels.wasm.countMarks(mask, pixels, counts);
  const marks = kernels.integers(counts, 4);
  return {
    lowModulusFraction: marks[0]! / pixels,
    inconsistentFraction: marks[1]! / pixels,
    disconnectedFraction: marks[2]! / pixels,
    untrustedFraction: marks[3]! / pixels,
  };
}
