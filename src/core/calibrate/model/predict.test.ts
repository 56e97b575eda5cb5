import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { findTarget } from '../../targets/catalogue.ts';
import type { MeasuredLight } from './measured.ts';
import { Optics } from './optics.ts';
import { drawnAt, sceneOf, slopesIn } from './predict.ts';
import { asDrawn } from './scene.ts';
import type { State, Unknown } from './state.ts';

const SIDE = 48;
const measured: MeasuredLight = {
  ...{ rows: SIDE, cols: SIDE, cell: 1, im: null, filter: null },
  ...{ re: new Float64Array(SIDE * SIDE), weight: new Float64Array(SIDE * SIDE).fill(1) },
};

it('follows a state once, and anew whatever of it changes', async () => {
  const kernels = await loadKernels();
  const model = findTarget('usaf-1951')!.model();
  const subject = {
    ...{ kernels, model, wavelength_um: 0.6328, medium_wavelength_um: 0.6328, magnification: 1 },
    ...{ hasLens: false, pieces: [null] },
  };
  const optics = new Optics(kernels, measured, 0.6328, 16, 1);
  const place: TargetToFrame = [0.05, 0, 24, 0, 0.05, 10];
  const state: State = { places: [place], zeta: 4, blur: 0.3, pupil: null, look: asDrawn };
  const unknowns: Unknown[] = ['x0', 'scale', 'zeta'];
  let steps = 0;
  const at = (own: State, names = unknowns) => drawnAt(subject, optics, own, names, () => (steps += 1));

  const first = at(state);
  expect(at({ ...state }, [...unknowns])).toBe(first);
  expect(steps).toBe(unknowns.length);
  const others: [State, Unknown[]][] = [
    [{ ...state, zeta: 5 }, unknowns],
    [{ ...state, blur: 0.4 }, unknowns],
    [{ ...state, pupil: 0.3 }, unknowns],
    [{ ...state, look: { ...asDrawn, wider_um: 20 } }, unknowns],
    [{ ...state, places: [[0.05, 0, 24.5, 0, 0.05, 10]] }, unknowns],
    [state, ['x0', 'scale', 'blur']],
  ];
  for (const [own, names] of others) {
    at(state);
    const { slopes } = at(own, names);
    // on a canvas that has drawn nothing yet
    const afresh = new Optics(kernels, measured, 0.6328, 16, 1);
    const scene = sceneOf(subject, afresh, own);
    expect(slopes).toEqual(slopesIn(scene, subject, afresh, own, names, () => {}));
    expect(slopes).not.toEqual(first.slopes);
  }
});
