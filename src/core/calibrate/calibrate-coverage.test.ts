import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { record } from '../../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../../test/second-simulator/rigs.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Frames } from '../field/frame.ts';
import { Problem } from '../problem/problem.ts';
import type { Calibration, Measured } from '../rig/calibration.ts';
import { calibrate } from './calibrate.ts';
import type { CalibrationRequest } from './model/nominal.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** px: sides of frames as small as still show a target. */
const SIDES: Readonly<Record<string, number>> = {
  ...{ 'distortion-grid-50um': 136, 'ronchi-10': 184, 'stage-micrometer-100um': 184 },
  ...{ 'distortion-grid-500um': 184, 'pinhole-50um': 184, 'step-grating-100nm': 136 },
  'chessboard-grating-3um': 136,
};
/** Of fifteen values that lie within 2σ nineteen times in twenty, so many lie beyond in one set of 200. */
const MOST_BEYOND = 3;

/** Of right rigs one in ten may be refused, so of four or five one is now and then. */
const MOST_REFUSED = 1;

/** Turns by which a lattice looks the same, degrees; of holes nobody can tell any. */
const symmetryOf = (target_id: string) => (target_id.startsWith('ronchi') ? 180 : 90);

function accepted(...[frames, request]: [Frames, CalibrationRequest]): Calibration | null {
  try {
    return calibrate(kernels, frames, request);
  } catch (cause) {
    if (cause instanceof Problem && cause.code === 'TARGET_NOT_RECOGNISED') return null;
    throw cause;
  }
}

/** Seeds on which nothing was chosen. 200 rigs are in docs/accuracy/calibration-second.md: they take 20 minutes. */
it.each([
  ['inline', 31_001],
  ['off-axis', 31_101],
] as const)(
  'measures %s rigs of the second simulator within what it says',
  { tags: 'further/rig' },
  (mode, seed) => {
    const setups = secondSetups.filter((one) => one.mode === mode && SIDES[one.target_id] !== undefined);
    const refused: string[] = [];
    const offs: { readonly of: string; readonly sigmas: number }[] = [];
    setups
      .filter(({ target_id }) => mode === 'inline' || target_id !== 'stage-micrometer-100um')
      .forEach((setup, k) => {
        const { target_id } = setup;
        const small = { ...setup, side_px: SIDES[target_id]! };
        const { rig, recipe, target, truth, withBackground } = secondCase(small, seed + k);
        const frames = record(target.model(), rig, withBackground);
        const found = accepted(frames, { target, recipe });
        if (!found) {
          refused.push(`${target_id} ${seed + k}`);
          return;
        }
        const { corrections, fit } = found;
        const { pixel_pitch_um: pitch, scale_anisotropy: ratio, z_mm } = corrections;
        const most = target_id.startsWith('pinhole') ? 0.002 : 5e-4;
        expect(Math.abs(pitch!.value / truth.pitch - 1), `${target_id} ${seed + k}`).toBeLessThan(most);
        const say = (name: string, own: Measured | null | undefined, off: (value: number) => number) => {
          if (own)
            offs.push({
              of: `${target_id} ${seed + k} ${name}`,
              sigmas: Math.abs(off(own.value)) / own.sigma,
            });
        };
        say('pitch', pitch, (value) => value - truth.pitch);
        say('ratio', ratio, (value) => value - truth.ratio);
        say('z', z_mm, (value) => value - truth.z / 1000);
        say('turn', fit.rotation_deg, (value) => {
          const symmetry = symmetryOf(target_id);
          const off = value - truth.rotation;
          return off - symmetry * Math.round(off / symmetry);
        });
      });
    expect(refused.length, refused.join()).toBeLessThanOrEqual(MOST_REFUSED);
    expect(offs.length).toBeGreaterThan(8);
    expect(offs.filter(({ sigmas }) => sigmas > 2).length, JSON.stringify(offs)).toBeLessThanOrEqual(
      MOST_BEYOND,
    );
    expect(offs.filter(({ sigmas }) => sigmas > 4)).toEqual([]);
  },
);
