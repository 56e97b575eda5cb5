import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { boundsOf } from '../../targets/shape.ts';
import { barSlopes } from './bar-slopes.ts';
import type { MeasuredLight } from './measured.ts';
import { Optics } from './optics.ts';
import { sceneOf, slopesIn, type Subject } from './predict.ts';
import { asDrawn } from './scene.ts';

const SIDE = 96;
const measured: MeasuredLight = {
  ...{ rows: SIDE, cols: SIDE, cell: 1, im: null, filter: null },
  ...{ re: new Float64Array(SIDE * SIDE), weight: new Float64Array(SIDE * SIDE).fill(1) },
};
const PART = 'group 2 element 2, lying';

/** That part alone in the middle of the frame, 12 µm a pixel. */
async function shown(target_id: string) {
  const kernels = await loadKernels();
  const model = findTarget(target_id)!.model();
  const everywhere = { left_um: -9e3, top_um: -9e3, right_um: 9e3, bottom_um: 9e3 };
  const bars = model.areas(everywhere).filter(({ part }) => part === PART);
  const boxes = bars.map(({ shape }) => boundsOf(shape));
  const mean = (of: (box: (typeof boxes)[number]) => number) =>
    boxes.reduce((sum, box) => sum + of(box), 0) / Math.max(1, boxes.length);
  const x = mean(({ left_um, right_um }) => (left_um + right_um) / 2);
  const y = mean(({ top_um, bottom_um }) => (top_um + bottom_um) / 2);
  const place: TargetToFrame = [1 / 12, 0, 47.5 - x / 12, 0, 1 / 12, 47.5 - y / 12];
  const subject: Subject = {
    ...{ kernels, model, wavelength_um: 0.6328, medium_wavelength_um: 0.6328, magnification: 1 },
    ...{ hasLens: false, pieces: [bars.length > 0 ? new Set([PART]) : null] },
  };
  const state = { places: [place], zeta: 4, blur: 0.3, pupil: 0.3, look: asDrawn };
  const optics = new Optics(kernels, measured, 0.6328, 16, 2);
  const scene = sceneOf(subject, optics, state);
  const [bar] = bars;
  return {
    bar_um: bar?.bar_um ?? 0,
    slopes: barSlopes(scene, subject, optics, state),
    scene,
    subject,
    optics,
    state,
  };
}

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((all, value) => all + value, 0);

it('widens a bar by a share of its width all round, and lengthens it by as much for every width', async () => {
  const { bar_um, slopes, scene, subject, optics, state } = await shown('usaf-1951');
  expect(bar_um).toBeCloseTo(500 / 4 / 2 ** (1 / 6), 9);
  const [wider] = slopesIn(scene, subject, optics, state, ['wider'], () => {});
  const [share, ends] = slopes as [(typeof slopes)[number], (typeof slopes)[number]];
  // one width alone: a share of it is so many µm
  const far = Math.hypot(...share.re.map((own, i) => own - bar_um * wider!.re[i]!));
  expect(far / Math.hypot(...share.re)).toBeLessThan(0.02);
  // bars are five widths long, so both of their ends have a sixth of what all of their sides have in area
  const widest = 500 / 4;
  expect((sum(ends.re) * bar_um) / (sum(share.re) * widest)).toBeCloseTo(1 / 6, 2);
});

it('has nothing to ask of a target whose bars are all as wide', async () => {
  const { slopes } = await shown('distortion-grid-50um');
  expect(slopes).toEqual([]);
});
