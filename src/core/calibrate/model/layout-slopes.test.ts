import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { boundsOf } from '../../targets/shape.ts';
import { layoutSlopes } from './layout-slopes.ts';
import type { MeasuredLight } from './measured.ts';
import { Optics } from './optics.ts';
import { sceneOf, slopesIn } from './predict.ts';
import { asDrawn } from './scene.ts';

const SIDE = 96;
const measured: MeasuredLight = {
  ...{ rows: SIDE, cols: SIDE, cell: 1, im: null, filter: null },
  ...{ re: new Float64Array(SIDE * SIDE), weight: new Float64Array(SIDE * SIDE).fill(1) },
};

it('moves each part that shares a place by where it lies, and leaves its size', async () => {
  const kernels = await loadKernels();
  const model = findTarget('usaf-1951')!.model();
  const everywhere = { left_um: -9e3, top_um: -9e3, right_um: 9e3, bottom_um: 9e3 };
  const part = 'group 2 element 3, lying';
  const boxes = model.areas(everywhere).flatMap((one) => (one.part === part ? [boundsOf(one.shape)] : []));
  const x = boxes.reduce((sum, box) => sum + (box.left_um + box.right_um) / 2, 0) / boxes.length;
  const y = boxes.reduce((sum, box) => sum + (box.top_um + box.bottom_um) / 2, 0) / boxes.length;
  // 12 µm a pixel, turned by the 3-4-5 triangle, the part's middle at (60, 40)
  const [c, s] = [0.8 / 12, 0.6 / 12];
  const place: TargetToFrame = [c, -s, 60 - c * x + s * y, s, c, 40 - s * x - c * y];
  const subject = {
    ...{ kernels, model, wavelength_um: 0.6328, medium_wavelength_um: 0.6328, magnification: 1 },
    ...{ hasLens: false, pieces: [new Set([part]), new Set(['group 2 element 2, lying'])] },
  };
  const state = { places: [place, place], zeta: 4, blur: 0.3, pupil: 0.3, look: asDrawn };
  const optics = new Optics(kernels, measured, 0.6328, 16, 2);
  const scene = sceneOf(subject, optics, state);
  const [alongX, alongY] = slopesIn(scene, subject, optics, state, ['x0', 'y0'], () => {});
  const [u, v] = [60 - 47.5, 40 - 47.5];
  const moves = [
    [u, v],
    [-v, u],
    [u, -v],
    [v, u],
  ] as const;
  const slopes = layoutSlopes(scene, subject, optics, state, { x: 47.5, y: 47.5 });
  slopes.forEach(({ re }, k) => {
    const [dx, dy] = moves[k]!;
    const wanted = alongX!.re.map((own, i) => dx * own + dy * alongY!.re[i]!);
    const far = Math.hypot(...re.map((own, i) => own - wanted[i]!)) / Math.hypot(...wanted);
    expect(far).toBeLessThan(0.05);
  });
  expect(layoutSlopes(scene, { ...subject, pieces: [null] }, optics, state, { x: 47.5, y: 47.5 })).toEqual(
    [],
  );
});
