import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import { fastSize } from '../../fft/fast-size.ts';
import { fftRows } from '../../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { bytesIn } from '../../kernel/plane.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { STRIPS, type Lines, type LineStrips } from './line-strips.ts';

/** Lines without which nothing is asked. */
const LEAST_LINES = 128;
/**
 * cycles/px beyond which no aperture reaches that keeps sidebands apart, and from there to the filter at least: what shakes widens a
 * sideband, so that the filter may reach far.
 */
const BEYOND = 0.35;
const LEAST_APART = 0.05;

/**
 * The lines of a frame that shake: the fringes turn from line to line all across it, in all its parts, at all frequencies and faster than any light does
 * that passed the aperture. The camera's clock or the transfer displaced each line a little, or the fringes moved while line after line
 * was read. Blocks of a lossy file and the pattern of a colour camera turn them as well, at few frequencies.
 */
export function shakenLines(
  kernels: Kernels,
  strips: readonly LineStrips[],
  { passRadius }: Pick<Sideband, 'passRadius'>,
  { parts, clear }: EvidenceSettings,
): readonly Lines[] {
  // the aperture may reach further than noise lets it be seen
  const beyond = Math.min(2 * passRadius, BEYOND);
  const apart = beyond - passRadius;
  if (apart < LEAST_APART) return [];
  const taps = lowPassTaps(kernels, passRadius + apart / 2, Math.ceil(1.65 / apart));
  return strips
    .filter(({ count, across, values }) => {
      const kept = count - 2 * (taps.length - 1);
      if (kept < LEAST_LINES) return false;
      const turns = turnsBeyond(kernels, values, count, across, taps);
      const many = Math.floor(kept / parts);
      // a tear or a broken line has all frequencies, too, but lies in one part
      return Array.from({ length: parts }, (_, part) =>
        turns.subarray(part * many * STRIPS, (part + 1) * many * STRIPS),
      ).every((some) => {
        const { inCommon, chance } = coherence(kernels, some, many, beyond);
        return inCommon > clear * chance;
      });
    })
    .map(({ lines }) => lines);
}

/** A sinc under a Hamming window, from its middle on. */
function lowPassTaps({ wasm }: Kernels, cut: number, count: number): Float64Array {
  const taps = Float64Array.from({ length: count + 1 }, (_, k) => {
    const sinc = k === 0 ? 2 * cut : wasm.sin(2 * Math.PI * cut * k) / (Math.PI * k);
    return sinc * (0.54 + 0.46 * wasm.cos((Math.PI * k) / (count + 1)));
  });
  const sum = taps.reduce((all, tap, k) => all + (k === 0 ? tap : 2 * tap), 0);
  return taps.map((tap) => tap / sum);
}

/** rad, by which each strip of each line is turned against what an aperture lets through of it and those around: kept × STRIPS. */
function turnsBeyond(
  { wasm }: Kernels,
  strips: Float64Array,
  count: number,
  across: number,
  taps: Float64Array,
): Float64Array {
  const level = new Float64Array(strips.length);
  for (let line = 0; line < count; line++) {
    const turn = -2 * Math.PI * across * line;
    const [c, s] = [wasm.cos(turn), wasm.sin(turn)];
    for (let at = 2 * line * STRIPS; at < 2 * (line + 1) * STRIPS; at += 2) {
      level[at] = strips[at]! * c - strips[at + 1]! * s;
      level[at + 1] = strips[at]! * s + strips[at + 1]! * c;
    }
  }
  const row = 2 * STRIPS;
  const reach = taps.length - 1;
  const turns = new Float64Array((count - 2 * reach) * STRIPS);
  for (let k = 0; k < turns.length; k++) {
    const at = 2 * k + reach * row;
    let re = taps[0]! * level[at]!;
    let im = taps[0]! * level[at + 1]!;
    for (let away = 1, aside = row; away <= reach; away++, aside += row) {
      const tap = taps[away]!;
      re += tap * (level[at - aside]! + level[at + aside]!);
      im += tap * (level[at - aside + 1]! + level[at + aside + 1]!);
    }
    const power = re * re + im * im;
    turns[k] = power > 0 ? (level[at + 1]! * re - level[at]! * im) / power : 0;
  }
  return turns;
}

/** Mean cosine between two strips' turns, over all frequencies beyond one, and what it is by chance, one standard deviation. */
function coherence(
  kernels: Kernels,
  turns: Float64Array,
  lines: number,
  beyond: number,
): { readonly inCommon: number; readonly chance: number } {
  using scope = kernels.scope();
  const plane = scope.complex(STRIPS, fastSize(lines));
  kernels.bytes(plane.ptr, bytesIn(plane)).fill(0);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  for (let line = 0; line < lines; line++) {
    const hann = 1 - kernels.wasm.cos((2 * Math.PI * (line + 0.5)) / lines);
    for (let strip = 0; strip < STRIPS; strip++)
      values[strip * floatsPerRow(plane) + inRow(line)] = hann * turns[line * STRIPS + strip]!;
  }
  fftRows(kernels, plane);
  let [pairs, bins] = [0, 0];
  for (let bin = Math.ceil(beyond * plane.cols); 2 * bin < plane.cols; bin++) {
    let [sumRe, sumIm] = [0, 0];
    for (let strip = 0; strip < STRIPS; strip++) {
      const at = strip * floatsPerRow(plane) + inRow(bin);
      const [re, im] = [values[at]!, values[at + TO_IMAGINARY]!];
      const modulus = Math.sqrt(re * re + im * im) + 1e-30;
      sumRe += re / modulus;
      sumIm += im / modulus;
    }
    pairs += sumRe * sumRe + sumIm * sumIm - STRIPS;
    bins++;
  }
  const count = STRIPS * (STRIPS - 1);
  // a Hann window leaves one independent number in one and a half bins
  return { inCommon: pairs / (bins * count), chance: Math.sqrt(1.5 / (bins * count)) };
}
