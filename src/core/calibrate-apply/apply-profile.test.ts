import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { oneIn, thorough } from '../../../test/short-form.ts';
import type { Corrections, PhaseAberration } from '../rig/calibration.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Problem } from '../problem/problem.ts';
import type { Recipe } from '../recipe/values.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { applyProfile } from './apply-profile.ts';
import type { CalibratedRig } from '../rig/calibrated-rig.ts';

const further = { tags: 'further/rig' };

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const nothing: Corrections = {
  ...{ pixel_pitch_um: null, pixel_pitch_x_um: null, pixel_pitch_y_um: null, scale_anisotropy: null },
  ...{ shear_rad: null, z_mm: null },
  z_offset_mm: null,
  phase_aberration: null,
  carrier_cycles_per_px: null,
  phase_scale: null,
};

function rigOf(
  recipe: Recipe,
  corrections: Partial<Corrections>,
  { width, height }: { width: number; height: number },
): CalibratedRig {
  const crop_px = { x: 0, y: 0, width, height };
  const frame = { width_px: width, height_px: height, crop_px };
  return { profile_id: 'prof_1', nominal: recipe, corrections: { ...nothing, ...corrections }, frame };
}

const offAxis = { holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 5 };
const inline = { holography_mode: 'inline', wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm: 1.5 };
const SIDE = thorough ? 256 : 160;
const square = { width: SIDE, height: SIDE };

/** Root mean square difference inside a margin, without a constant. */
function rms(found: Float32Array, truth: Float32Array, side: number, margin = 24): number {
  let [n, sum, squares] = [0, 0, 0];
  for (let y = margin; y < side - margin; y++) {
    for (let x = margin; x < side - margin; x++) {
      const d = found[y * side + x]! - truth[y * side + x]!;
      [n, sum, squares] = [n + 1, sum + d, squares + d * d];
    }
  }
  return Math.sqrt(squares / n - (sum / n) * (sum / n));
}

const terms = [
  { x: 2, y: 0, rad: 4 },
  { x: 1, y: 1, rad: -2 },
  { x: 0, y: 3, rad: 1.5 },
];
const aberration: PhaseAberration = {
  basis: 'legendre',
  degree: 3,
  orders: terms.map(({ x, y }) => [x, y] as const),
  coefficients_rad: terms.map(({ rad }) => rad),
  sigma_rad: 0.01,
};

/** A ball nearly as wide as the frame: with so little empty ground nothing tells the rig's phase from the sample's. */
const crowded: SimulationInput = {
  ...{ mode: 'off-axis', object: { kind: 'beads', count: 1, size_um: 1.48 * SIDE, phase_rad: SIDE / 43 } },
  ...{ width_px: SIDE, height_px: SIDE, wavelength_um: 0.6328, pixel_pitch_um: 3.45 },
  ...{ aberration: terms, background: false },
};
const withAberration = { phase_aberration: aberration, carrier_cycles_per_px: { x: 0.18, y: 0.15 } };
const atSensor = { ...offAxis, z_mm: 0 };

describe('a profile', () => {
  it('takes the rig’s phase out, which a fit can’t do where the sample fills the frame', further, () => {
    const { hologram, truth } = simulate(kernels, crowded);
    const recipe = parseRecipe(atSensor);
    const rig = rigOf(recipe, withAberration, square);
    const frames = { hologram, background: null };
    const error = (calibration: CalibratedRig | null) => {
      const { phase } = reconstruct(kernels, frames, recipe, undefined, calibration);
      return rms(phase.data, truth.unwrappedPhase.data, SIDE);
    };
    expect(error(rig)).toBeLessThan(error(null) / 5);
    expect(error(rig)).toBeLessThan(0.01);
    // the twin of the sideband has the opposite phase
    const twin = { ...rig.corrections, carrier_cycles_per_px: { x: -0.18, y: -0.15 } };
    expect(error({ ...rig, corrections: twin })).toBeGreaterThan(1);
  });

  it('says what it changed, and carries all that is needed to do it again', () => {
    const recipe = parseRecipe(atSensor);
    const rig = rigOf(recipe, withAberration, square);
    const { hologram } = simulate(kernels, crowded);
    const result = reconstruct(kernels, { hologram, background: null }, recipe, undefined, rig);
    const { profile, corrections } = result.calibration!;
    const power = terms.reduce((sum, { x, y, rad }) => sum + (rad * rad) / ((2 * x + 1) * (2 * y + 1)), 0);
    const subtracted = { name: 'phase_aberration_rms', after: 0.01, unit: 'rad', sigma: 0.01 };
    expect(corrections).toEqual([{ ...subtracted, before: expect.closeTo(Math.sqrt(power), 9) }]);
    expect(result.uncertainty.aberration_phase_sigma_rad).toBe(0.01);
    expect(result.steps[0]!.name).toBe('calibration');
    const again = JSON.parse(JSON.stringify(profile)) as CalibratedRig;
    const repeated = reconstruct(kernels, { hologram, background: null }, recipe, undefined, again);
    expect(repeated.phase.data).toEqual(result.phase.data);
  });

  it('knows where a centre crop lies in the frame of the target', () => {
    const { hologram, truth } = simulate(kernels, { ...crowded, object: { kind: 'cells' } });
    const recipe = parseRecipe(atSensor);
    const rig = rigOf(recipe, withAberration, square);
    const side = SIDE - 48;
    const cropped = crop(hologram, side);
    const part = crop({ ...hologram, samples: truth.unwrappedPhase.data }, side).samples as Float32Array;
    const { phase } = reconstruct(kernels, { hologram: cropped, background: null }, recipe, undefined, rig);
    // a crop that is taken for the whole frame is off by more than a radian
    expect(rms(phase.data, part, side)).toBeLessThan(0.01);
  });

  // in-line most of it is retrieval
  const modes = [
    ['off-axis', atSensor, crowded],
    [
      'inline',
      inline,
      {
        mode: 'inline',
        object: { kind: 'phase-steps' },
        width_px: 240,
        height_px: 240,
        wavelength_um: 0.532,
      },
    ],
  ] as const;
  it.each(oneIn(2, modes))(
    'leaves %s a fifth of the errors of scale and phase that the rig makes, or less',
    (_, fields, rigged) => {
      const recipe = parseRecipe(fields);
      const pitch = recipe.pixel_pitch_um * 1.02;
      const z = recipe.z_mm! * 1.08;
      const { hologram, truth } = simulate(kernels, {
        ...rigged,
        ...{ pixel_pitch_um: pitch, z_mm: z, background: false },
      });
      const rigWith = (found: number) =>
        rigOf(
          recipe,
          {
            ...(fields.holography_mode === 'off-axis' && withAberration),
            pixel_pitch_um: { value: pitch * found, sigma: pitch * 5e-4 },
            z_offset_mm: { value: z - recipe.z_mm!, sigma: 1e-3 },
          },
          square,
        );
      const errors = (calibration: CalibratedRig | null) => {
        const frames = { hologram, background: null };
        const result = reconstruct(kernels, frames, recipe, undefined, calibration);
        expect(result.metrics.z_mm).toBeCloseTo(calibration ? z : recipe.z_mm!, 9);
        const { x, y } = result.pixel_size_um;
        const phase = rms(result.phase.data, truth.unwrappedPhase.data, hologram.width);
        return { phase, scale: Math.max(Math.abs(x / pitch - 1), Math.abs(y / pitch - 1)) };
      };
      const [without, corrected, known] = [errors(null), errors(rigWith(1.0005)), errors(rigWith(1))];
      expect(corrected.scale).toBeLessThan(without.scale / 5);
      // in-line most of what is left is the error of one frame's retrieval, which knowing the rig does not take away
      const added = ({ phase }: { readonly phase: number }) =>
        Math.sqrt(Math.max(0, phase * phase - known.phase * known.phase));
      expect(added(corrected)).toBeLessThan(added(without) / 5);
      expect(corrected.phase).toBeLessThan(without.phase / 4);
    },
  );

  it('keeps x and y apart where their pitch differs', further, () => {
    const { hologram } = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'star' }, width_px: 128, height_px: 128, z_mm: 5 },
      ...{ carrier_cycles_per_px: [0.2, 0.2], background: false },
    });
    const recipe = parseRecipe(offAxis);
    const size = { width: 128, height: 128 };
    const make = (value: number, frame: Frame) => {
      const rig = rigOf(recipe, { scale_anisotropy: { value, sigma: 1e-4 } }, size);
      return reconstruct(kernels, { hologram: frame, background: null }, recipe, undefined, rig);
    };
    const upright = make(1.1, hologram);
    const lying = make(1 / 1.1, transposed(hologram));
    expect(upright.pixel_size_um.x / upright.pixel_size_um.y).toBeCloseTo(1.1, 12);
    expect(lying.pixel_size_um.y).toBeCloseTo(upright.pixel_size_um.x, 12);
    const turned = transposed({ ...hologram, samples: lying.amplitude.data }).samples as Float32Array;
    expect(rms(turned, upright.amplitude.data, 128)).toBeLessThan(1e-3);
    const square = make(1, hologram);
    expect(rms(square.amplitude.data, upright.amplitude.data, 128)).toBeGreaterThan(0.01);
  });

  it('scales the unwrapped phase and what follows from it', () => {
    const { hologram } = simulate(kernels, { ...crowded, aberration: [] });
    const fields = { ...atSensor, refractive_index_sample: 1.4, refractive_index_medium: 1.3 };
    const recipe = parseRecipe(fields);
    const rig = rigOf(recipe, { phase_scale: { value: 0.5, sigma: 0.01 } }, square);
    const frames = { hologram, background: null };
    const [plain, half] = [null, rig].map((given) => reconstruct(kernels, frames, recipe, undefined, given));
    for (const map of ['phase', 'phase_uncertainty', 'height'] as const) {
      expect(half![map]!.data).toEqual(plain![map]!.data.map((value) => value / 2));
    }
    expect(half!.phase_wrapped.data).toEqual(plain!.phase_wrapped.data);
    expect(half!.uncertainty.median_phase_sigma_rad).toBe(plain!.uncertainty.median_phase_sigma_rad / 2);
  });
});

describe('applyProfile', () => {
  const recipe = parseRecipe(offAxis);
  const frame = { ...square, hasBackground: false };
  const offset = { z_offset_mm: { value: 0.25, sigma: 0.01 } };

  it('moves every distance that was sent, and none that was not', () => {
    const at = (fields: Record<string, unknown>) => {
      const given = parseRecipe(fields);
      return applyProfile(given, rigOf(given, offset, square), frame);
    };
    const { z_mm: _, ...unknown } = offAxis;
    expect(at({ ...unknown, z_min_mm: 1, z_max_mm: 2 }).recipe).toMatchObject({
      z_min_mm: 1.25,
      z_max_mm: 2.25,
    });
    expect(at({ ...inline, z_mm: undefined, stack_z_mm: '1,2' }).recipe.stack_z_mm).toEqual([1.25, 2.25]);
    expect(at(unknown).corrections).toEqual([]);
  });

  it('leaves the aberration to a background frame, and says so', () => {
    const rig = rigOf(recipe, withAberration, square);
    const { correction, corrections, flags } = applyProfile(recipe, rig, { ...frame, hasBackground: true });
    expect([correction.aberration, corrections]).toEqual([null, []]);
    expect(flags.map(({ code }) => code)).toEqual(['calibration_aberration_not_needed']);
  });

  it('says that a smaller frame was taken for the middle, where that matters', () => {
    const codes = (corrections: Partial<Corrections>, side: number) => {
      const size = { ...frame, width: side, height: side };
      return applyProfile(recipe, rigOf(recipe, corrections, square), size).flags.map(({ code }) => code);
    };
    expect(codes(withAberration, square.width - 64)).toEqual(['calibration_region_assumed']);
    expect(codes(withAberration, square.width)).toEqual([]);
    expect(codes({}, square.width - 64)).toEqual([]);
  });

  it('refuses another rig and names all that differs', () => {
    const rig = rigOf(recipe, {}, square);
    const refusal = (fields: Record<string, unknown>, size = square) => {
      try {
        applyProfile(parseRecipe(fields), rig, { ...size, hasBackground: false });
        return null;
      } catch (error) {
        const { code, errors } = error as Problem;
        return [code, ...errors.map(({ pointer }) => pointer.slice(1))];
      }
    };
    expect(refusal({ ...offAxis, pixel_pitch_um: 3.5, wavelength_um: 0.633 })).toBeNull();
    const everything = {
      ...inline,
      magnification: 10,
      pixel_pitch_basis: 'object_space',
      pixel_pitch_um: 0.5,
    };
    const fields = [
      'holography_mode',
      'wavelength_um',
      'pixel_pitch_basis',
      'magnification',
      'pixel_pitch_um',
    ];
    expect(refusal(everything)).toEqual(['CALIBRATION_MISMATCH', ...fields]);
    expect(refusal(offAxis, { width: SIDE - 1, height: SIDE })).toBeNull();
    expect(refusal(offAxis, { width: SIDE, height: SIDE + 1 })).toEqual(['CALIBRATION_MISMATCH', 'hologram']);
  });
});

function transposed(frame: Frame): Frame {
  const { width, height } = frame;
  const samples = frame.samples.slice();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) samples[x * height + y] = frame.samples[y * width + x]!;
  }
  return { ...frame, width: height, height: width, samples };
}

function crop(frame: Frame, side: number): Frame {
  const [left, top] = [(frame.width - side) / 2, (frame.height - side) / 2];
  const samples = frame.samples.slice(0, side * side);
  for (let y = 0; y < side; y++) {
    const from = (top + y) * frame.width + left;
    samples.set(frame.samples.subarray(from, from + side) as never, y * side);
  }
  return { ...frame, width: side, height: side, samples };
}
