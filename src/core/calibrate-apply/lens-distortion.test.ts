import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { record } from '../../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../../test/second-simulator/rigs.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Problem } from '../problem/problem.ts';
import type { Recipe } from '../recipe/values.ts';
import { reconstruct } from '../reconstruct.ts';
import type { Reconstruction } from '../reconstruction/reconstruction.ts';
import type { CalibratedRig } from '../rig/calibrated-rig.ts';
import { distortionOn } from './lens-distortion.ts';

const further = { tags: 'further/rig' };

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const RADIAL = 0.025;
/** The largest that the simulator draws on a grid of 512. */
const SIDE = 120;
const exact = (value: number) => ({ value, sigma: 0 });
const distortion = {
  ...{ radial: exact(RADIAL), tangential_x: exact(0.3 * RADIAL), tangential_y: exact(-0.2 * RADIAL) },
  ...{ radius_px: SIDE / 2, significant: true, linear: [0, 0, 0, 0] as const },
};

/** The same rig with a lens that distorts and one that doesn't, and what a profile of it says. */
function drawn(mode: 'off-axis' | 'inline') {
  const found = secondSetups.find((one) => one.target_id === 'distortion-grid-50um' && one.mode === mode)!;
  const { rig: any, recipe, target } = secondCase({ ...found, side_px: SIDE }, 31);
  // what distorts is a lens, which passes no more than pixels can tell apart; two frames differ by little noise
  const rig = { ...any, electrons: 1e6, lens: any.lens ?? { radius: 0.25 / found.pitch_um, waves: [] } };
  const bending = { radial: RADIAL, tangential: [0.3 * RADIAL, -0.2 * RADIAL] as const };
  const magnified = { ...recipe, pixel_pitch_basis: 'object_space' as const, magnification: 2 };
  // without what a retrieval decides from noise
  const plain = { phase_retrieval: 'none', z_mm: rig.z_um / 1000, z_min_mm: null, z_max_mm: null } as const;
  const own: Recipe = { ...magnified, ...plain };
  const crop_px = { x: 0, y: 0, width: SIDE, height: SIDE };
  const profile: CalibratedRig = {
    ...{ profile_id: 'prof_1', nominal: own, distortion },
    corrections: {
      ...{ pixel_pitch_um: null, pixel_pitch_x_um: null, pixel_pitch_y_um: null, scale_anisotropy: null },
      ...{ shear_rad: null, z_mm: null, z_offset_mm: null, phase_aberration: null },
      ...{ carrier_cycles_per_px: null, phase_scale: null },
    },
    frame: { width_px: SIDE, height_px: SIDE, crop_px },
  };
  const straight = record(target.model(), rig, false).hologram;
  const bent = record(target.model(), { ...rig, distortion: bending }, false).hologram;
  const known = new Map<string, Reconstruction>();
  /** What several tests look at is made once. */
  const of = (
    hologram: Frame,
    lens_distortion: Recipe['lens_distortion'],
    calibration: CalibratedRig | null,
  ): Reconstruction => {
    const key = JSON.stringify([hologram === bent, lens_distortion, calibration]);
    const recipe = { ...own, lens_distortion };
    const result =
      known.get(key) ?? reconstruct(kernels, { hologram, background: null }, recipe, undefined, calibration);
    known.set(key, result);
    return result;
  };
  return { straight, bent, profile, of };
}

/** As far as light goes aside on its way, in-line: so far inwards reaches what a camera does not see. */
const MARGIN = 30;

/** Root mean square difference of two fields inside of it. */
function apart(a: Reconstruction, b: Reconstruction): number {
  let [n, sum] = [0, 0];
  for (let row = MARGIN; row < a.rows - MARGIN; row++)
    for (let col = MARGIN; col < a.cols - MARGIN; col++) {
      const i = 2 * (row * a.cols + col);
      sum += (a.field.data[i]! - b.field.data[i]!) ** 2 + (a.field.data[i + 1]! - b.field.data[i + 1]!) ** 2;
      n++;
    }
  return Math.sqrt(sum / n);
}

const known = new Map<string, ReturnType<typeof drawn>>();
function rigOf(mode: 'off-axis' | 'inline') {
  const own = known.get(mode) ?? drawn(mode);
  known.set(mode, own);
  return own;
}

describe('lens_distortion=correct', () => {
  it.each(['off-axis', 'inline'] as const)(
    'gives %s the picture of a lens without distortion, drawn by another simulator',
    further,
    (mode) => {
      const { straight, bent, profile, of } = rigOf(mode);
      const truth = of(straight, 'keep', profile);
      const kept = of(bent, 'keep', profile);
      const corrected = of(bent, 'correct', profile);
      expect(apart(corrected, truth)).toBeLessThan(apart(kept, truth) / 2.5);
      const [own] = corrected.calibration!.corrections.filter(({ name }) => name === 'lens_distortion_rms');
      expect(own).toMatchObject({ after: 0, unit: 'px', sigma: 0 });
      expect(own!.before).toBeGreaterThan(1);
      expect(corrected.steps.some(({ name }) => name === 'lens_distortion')).toBe(true);
      expect(kept.steps.some(({ name }) => name === 'lens_distortion')).toBe(false);
      // a picture that was pulled inwards lacks its corners
      const { beyond_frame_fraction: share } = corrected.steps.find(
        (s) => s.name === 'lens_distortion',
      )!.metrics;
      const unknown = corrected.phase_uncertainty.data.filter((sigma) => sigma > 1.8).length;
      expect(share).toBeGreaterThan(0.02);
      expect(unknown / (SIDE * SIDE)).toBeGreaterThan(0.8 * (share as number));
      expect(corrected.flags.map(({ code }) => code)).toContain('distortion_beyond_frame');
    },
  );

  it('counts what the profile leaves in doubt', further, () => {
    const { bent, profile, of } = rigOf('off-axis');
    const vague = { ...distortion, radial: { value: RADIAL, sigma: RADIAL } };
    const line = ({ uncertainty }: Reconstruction) =>
      uncertainty.components.find(({ name }) => name === 'lens_distortion');
    const [sure, unsure] = [distortion, vague].map((own) =>
      of(bent, 'correct', { ...profile, distortion: own }),
    );
    expect(line(sure!)!.median_rad).toBe(0);
    expect(line(unsure!)!.median_rad).toBeGreaterThan(0.01);
    expect(unsure!.uncertainty.total_median_rad).toBeGreaterThan(sure!.uncertainty.total_median_rad);
    expect(line(of(bent, 'keep', profile))).toBeUndefined();
  });

  it('undoes nothing that may be noise, and says so', further, () => {
    const { bent, profile, of } = rigOf('off-axis');
    const noise = { ...profile, distortion: { ...distortion, significant: false } };
    const result = of(bent, 'correct', noise);
    expect(result.phase.data).toEqual(of(bent, 'keep', noise).phase.data);
    expect(result.flags.map(({ code }) => code)).toContain('calibration_distortion_not_seen');
  });

  it('is undone where it was seen and that is asked for, and not else', () => {
    const { profile } = rigOf('off-axis');
    const on = (lens_distortion: 'keep' | 'correct', own: typeof profile.distortion) =>
      distortionOn({ lens_distortion }, { width: SIDE, height: SIDE }, { ...profile, distortion: own });
    expect(on('correct', distortion)?.terms[0]).toBe(RADIAL);
    expect(on('keep', distortion)).toBeNull();
    expect(on('correct', { ...distortion, significant: false })).toBeNull();
    expect(on('correct', null)).toBeNull();
  });

  it('is refused where nothing says how the lens distorts', () => {
    const { bent, profile, of } = rigOf('off-axis');
    const refusal = (calibration: CalibratedRig | null) => {
      try {
        of(bent, 'correct', calibration);
      } catch (cause) {
        const { code, errors } = cause as Problem;
        return [code, errors.map(({ pointer, message }) => `${pointer} ${message}`).join()];
      }
      return null;
    };
    expect(refusal(null)).toEqual([
      'INVALID_INPUT',
      expect.stringContaining('/lens_distortion is correct; only a'),
    ]);
    const { linear: _, ...before } = distortion;
    for (const [own, why] of [
      [null, 'states no distortion'],
      [undefined, 'states no distortion'],
      [before, 'calibrate once more'],
    ] as const)
      expect(refusal({ ...profile, distortion: own })).toEqual([
        'CALIBRATION_MISMATCH',
        expect.stringContaining(why),
      ]);
  });
});
