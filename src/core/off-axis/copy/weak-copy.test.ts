import { describe, expect, it } from 'vitest';
import { matrix, randomMatrix, readComplex, writeComplex } from '../../../../test/direct-transform.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { propagate } from '../../propagate/propagate.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { reconstruct } from '../../reconstruct.ts';
import type { Simulation } from '../../simulate/simulate.ts';
import { simulate } from '../../simulate/simulate.ts';

const kernels = await loadKernels();
const SIDE = 320;
const sample = (object: Parameters<typeof simulate>[1]['object']) =>
  simulate(kernels, { mode: 'off-axis', object, width_px: SIDE, height_px: SIDE, seed: 5 });

/** A frame with a share of itself laid over it, so many pixels aside. */
function doubled({ samples }: Simulation['hologram'], share: number, x: number, y: number): Float32Array {
  return Float32Array.from(samples, (value, k) => {
    const [row, col] = [Math.floor(k / SIDE) - y, (k % SIDE) - x];
    const inside = row >= 0 && col >= 0 && row < SIDE && col < SIDE;
    return (value + share * (inside ? samples[row * SIDE + col]! : value)) / (1 + share);
  });
}

const OUT_OF_FOCUS_UM = 15_000;
const DETECTOR = { levels: 4095, brightest: 4, noise: 0.02 };

/** A frame in which the object's wave meets the reference together with a weak copy that lies aside and out of focus. */
function reflected({ truth, spec }: Simulation, share: number, x: number, y: number): Float32Array {
  using scope = kernels.scope();
  const { data } = truth.field;
  const wave = matrix(SIDE, SIDE);
  for (let k = 0; k < SIDE * SIDE; k++) [wave.re[k], wave.im[k]] = [data[2 * k]!, data[2 * k + 1]!];
  const plane = scope.complex(SIDE, SIDE);
  writeComplex(kernels, plane, wave);
  const pitch = spec.pixel_pitch_um;
  propagate(kernels, plane, SIDE, SIDE, {
    ...{ sampling: { pitchX: pitch, pitchY: pitch }, wavelength: spec.wavelength_um, z: OUT_OF_FOCUS_UM },
    ...{ radius: truth.pupil_radius_cycles_per_px / pitch, outside: { re: 1, im: 0 }, taper: 0 },
  });
  const blurred = readComplex(kernels, plane);
  const [fx, fy] = truth.carrier_cycles_per_px!;
  const noise = randomMatrix(SIDE, SIDE, 7);
  return Float32Array.from({ length: SIDE * SIDE }, (_, k) => {
    const [row, col] = [Math.floor(k / SIDE), k % SIDE];
    const [top, left] = [row - y, col - x];
    const isInside = top >= 0 && left >= 0 && top < SIDE && left < SIDE;
    const from = top * SIDE + left;
    const [r, i] = isInside ? [blurred.re[from]!, blurred.im[from]!] : [1, 0];
    const carrier = 2 * Math.PI * (fx * col + fy * row);
    const re = wave.re[k]! + share * r + Math.cos(carrier);
    const im = wave.im[k]! + share * i - Math.sin(carrier);
    const light = (re * re + im * im) / DETECTOR.brightest + DETECTOR.noise * noise.re[k]!;
    return Math.round(DETECTOR.levels * Math.min(1, Math.max(0, 0.05 + 0.7 * light)));
  });
}

function found({ hologram, truth, spec }: Simulation, samples: Simulation['hologram']['samples']) {
  const { wavelength_um, pixel_pitch_um, z_mm } = spec;
  const recipe = parseRecipe({ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um, z_mm });
  const frames = { hologram: { ...hologram, samples }, background: null };
  const { phase, phase_uncertainty, flags } = reconstruct(kernels, frames, recipe);
  const inside = [...phase.data.keys()].filter((i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    return Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y) > 40;
  });
  const off = inside.map((i) => phase.data[i]! - truth.unwrappedPhase.data[i]!);
  const middle = off.toSorted((a, b) => a - b)[off.length >> 1]!;
  const share = (of: (n: number) => boolean) => off.filter((_, n) => of(n)).length / off.length;
  return {
    rms: Math.sqrt(off.reduce((sum, one) => sum + (one - middle) ** 2, 0) / off.length),
    within: share((n) => Math.abs(off[n]! - middle) < 2 * phase_uncertainty.data[inside[n]!]!),
    flag: flags.find(({ code }) => code === 'frame_doubled'),
  };
}

describe('a weak copy of the whole hologram', () => {
  it('is told and taken out', () => {
    const rig = sample({ kind: 'cells', count: 8 });
    const still = found(rig, rig.hologram.samples);
    expect(still.flag).toBeUndefined();
    const copied = found(rig, doubled(rig.hologram, 0.1, 23, -31));
    expect(copied.flag?.detail).toMatch(/(9|10)\.\d % as strong/);
    // 0.029 where it is left in
    expect(copied.rms).toBeLessThan(0.004);
    expect(copied.within).toBeGreaterThan(0.93);
  });

  it('is told and taken out where it is out of focus', () => {
    const rig = sample({ kind: 'cells', count: 8 });
    const still = found(rig, reflected(rig, 0, 0, 0));
    expect(still.flag).toBeUndefined();
    const copied = found(rig, reflected(rig, 0.1, 17, 26));
    expect(copied.flag?.detail).toMatch(/(9|10)\.\d % as strong, .* 15\.0 mm .* out of focus/);
    expect(copied.rms).toBeLessThan(1.2 * still.rms);
    expect(copied.within).toBeGreaterThan(0.93);
  });

  it('is none where bars, or beads that are all alike, follow each other', () => {
    const bars = sample({ kind: 'phase-chart' });
    expect(found(bars, bars.hologram.samples).flag).toBeUndefined();
    const beads = sample({ kind: 'beads', count: 6 });
    expect(found(beads, beads.hologram.samples).flag).toBeUndefined();
  });
});
