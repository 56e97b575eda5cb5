/** Off-axis frames that take ways most don't: fits beside the autocorrelation term, likelihood, smoothed background frames, dark grounds. */
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import type { SimulationInput } from '../../src/core/simulate/simulation-spec.ts';
import { recordSample } from '../../test/second-simulator/record-sample.ts';
import { sampleCase } from '../../test/second-simulator/sample-rigs.ts';
import { scoreWrapped } from '../accuracy/score.ts';
import { runOf, simulated, type Run } from './off-axis-runs.ts';

type Input = Omit<SimulationInput, 'mode'>;

const cells = { kind: 'cells' } as const;

/** px */
const sized = (side: number) => ({ width_px: side, height_px: side });

/** Beams of 1.5 to 1 whose carrier is so many radii of the pupil long. */
function crossing(radii: number, input: Partial<Input> = {}): Run {
  const pupil = 0.08;
  return simulated({
    ...{ object: cells, amplitude_ratio: 1.5, pupil_radius_cycles_per_px: pupil, ...sized(224), seed: 1 },
    carrier_cycles_per_px: [0.7682 * radii * pupil, 0.6402 * radii * pupil],
    ...input,
  });
}

const likeliest = (input: Partial<Input> = {}): Run =>
  simulated(
    { object: cells, coherence: 0.9, seed: 301, ...sized(256), ...input },
    { demodulation: 'likelihood' },
  );

/** A background frame large enough to be smoothed. */
const divided = (input: Partial<Input> = {}): Run =>
  simulated({ object: cells, background: true, ...sized(448), ...input });

/** Steps in a frame of 8 bits (or unrounded) that a bell of so many px went over before it was sent. */
function blurred(px: number, input: Partial<Input> = {}, isRounded = true): Run {
  return simulated(
    { object: { kind: 'phase-steps' }, photoelectrons: 8000, ...sized(320), seed: 18, ...input },
    {},
    (frame) => afterBell(frame, px, isRounded),
  );
}

function afterBell({ width, height, samples }: Frame, px: number, isRounded: boolean): Frame {
  const reach = Math.ceil(4 * px);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, k) => Math.exp(-(((k - reach) / px) ** 2) / 2));
  const all = weights.reduce((sum, w) => sum + w, 0);
  // along the lines, which are turned: twice
  const over = (from: Float64Array, cols: number, rows: number) =>
    Float64Array.from({ length: cols * rows }, (_, i) => {
      const [x, y] = [Math.floor(i / rows), i % rows];
      const at = (k: number) => from[y * cols + Math.min(cols - 1, Math.max(0, x + k - reach))]!;
      return weights.reduce((sum, w, k) => sum + (w * at(k)) / all, 0);
    });
  const whole = Float64Array.from(samples, (value) => Math.round((255 * value) / 4095));
  const soft = over(over(whole, width, height), height, width);
  return isRounded
    ? { width, height, bitDepth: 8, samples: Uint8Array.from(soft, Math.round) }
    : { width, height, bitDepth: 64, samples: soft };
}

/** A rig of the second simulator: the error is that of the wrapped phase over what is stated, in the median. */
function other(kind: string, seed: number): Run {
  const made = sampleCase(kind, seed);
  const { rig, pitch_um, wavelength_um } = made;
  const { hologram, background, truth } = recordSample(rig, made.background);
  const frameOf = ({ bits, ...frame }: typeof hologram) => ({ ...frame, bitDepth: bits });
  const recipe = parseRecipe({
    ...{ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um: pitch_um },
    ...{ pixel_pitch_basis: 'object_space', magnification: 3.45 / pitch_um, z_mm: (rig.z * pitch_um) / 1000 },
  });
  const frames = { hologram: frameOf(hologram), background: background && frameOf(background) };
  return runOf(frames, recipe, (found) => {
    const { phase, rows, cols } = found;
    const use = (at: number) => truth.amplitude[at]! > 0.3;
    const [own, turned] = [1, -1].map((sign) => {
      const signed = truth.phase.map((value) => sign * value);
      return scoreWrapped(phase.data, signed, rows, cols, { border: 0.1, use }).rmse;
    });
    return Math.min(own!, turned!);
  });
}

export const rareCases: Readonly<Record<string, Run>> = {
  'blurred by 0.6 px': blurred(0.6),
  'blurred by 1 px': blurred(1),
  'blurred by 0.9 px, phase chart': blurred(0.9, { object: { kind: 'phase-chart' } }),
  'blurred by 0.9 px, unrounded': blurred(0.9, {}, false),
  'blurred by 1 px, fine fringes': blurred(1, { carrier_cycles_per_px: [0.22, 0.19] }),
  'crossing at 2 radii, visibility 0.9': crossing(2, { coherence: 0.9 }),
  'crossing at 1.3 radii': crossing(1.3),
  'crossing at 1.3 radii, phase chart': crossing(1.3, { object: { kind: 'phase-chart' } }),
  'crossing at 1.6 radii, dust': crossing(1.6, { dust: 5 }),
  'crossing at 1.15 radii, weak object beam': crossing(1.15, { amplitude_ratio: 2.5 }),
  'crossing, 660 px': crossing(1.3, sized(660)),
  'likeliest, visibility 1': likeliest({ coherence: 1, ...sized(384) }),
  'likeliest, visibility 0.9': likeliest(),
  'likeliest, second reference': likeliest({
    ...sized(512),
    disturbances: { second_reference: 0.05, second_tilt_cycles_per_px: [0.2, 0.18] },
  }),
  'likeliest, dust': likeliest({ uneven_light: 0.6, dust: 15 }),
  'likeliest, visibility 0.3': likeliest({ coherence: 0.3 }),
  'smoothed background frame': divided(),
  'smoothed background frame, 320 px': divided(sized(320)),
  'smoothed background frame, optics and dust': divided({
    ...{
      aberration: [
        { x: 2, y: 0, rad: 8 },
        { x: 2, y: 2, rad: 2 },
      ],
      dust: 10,
    },
    disturbances: { pixel_gain_spread: 0.01 },
  }),
  'small chart': simulated({ object: { kind: 'phase-chart', phase_rad: 1 }, ...sized(128), seed: 2 }),
  'small steps': simulated({ object: { kind: 'phase-steps', phase_rad: 1 }, ...sized(160), seed: 501 }),
  'full of clipped pixels': simulated({ object: cells, full_scale_percentile: 70, full_scale_fraction: 1 }),
  'small pupil': simulated({ object: cells, pupil_radius_cycles_per_px: 0.04, ...sized(256) }),
  'bent carrier': simulated({
    ...{ object: cells, pupil_radius_cycles_per_px: 0.05, ...sized(256) },
    aberration: [
      { x: 2, y: 0, rad: 40 },
      { x: 0, y: 2, rad: 30 },
    ],
  }),
  'other simulator: holes': other('holes in a plate', 970_001),
  'other simulator: holes out of focus': other('holes in a plate, out of focus', 970_102),
  'other simulator: short filter': other('pupil small or large against the carrier', 1_021_501),
  'other simulator: small pupil': other('pupil small or large against the carrier', 1_041_502),
  'other simulator: dust': other('fine dust', 980_001),
  'other simulator: tissue': other('frame filled by the sample', 990_001),
};
