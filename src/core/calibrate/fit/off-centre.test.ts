// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { record } from '../../../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../../../test/second-simulator/rigs.ts';
import { fitLocated, locateTarget } from '../locate-target.ts';
import { calibrationSettings as settings } from '../calibration-settings.ts';
import { readingsOf } from '../report/readings.ts';

it('fits what a lens is along with the distance of a chart, as far as it goes', async () => {
  const kernels = await loadKernels();
  const setup = secondSetups.find(({ target_id, mode }) => target_id === 'usaf-1951' && mode === 'off-axis')!;
  const own = secondCase({ ...setup, side_px: 136 }, 48_098);
  const bare = { curvature_per_um: 0, ghosts: [], lightAtTarget: [], lightAtSensor: [] };
  const rig = { ...own.rig, ...bare, bias_um: 0, electrons: 1e7 };
  const { target } = own;
  const recipe = { ...own.recipe, wavelength_um: rig.wavelength_um };
  const frames = record(target.model(), rig, false);
  const found = locateTarget(kernels, frames, { target, recipe }, () => {}, settings);
  const { fit, subject, offCentre } = fitLocated(found, () => {}, settings);
  const { z_mm } = readingsOf(fit.state, subject.magnification, kernels.wasm);
  // 20 % off where a lens was perfect to the fit, and a step away from it
  expect(Math.abs((1000 * z_mm) / rig.z_um - 1)).toBeLessThan(0.015);
  // what is even turns over with the other sideband
  const sign = found.conjugate ? -1 : 1;
  const terms = rig.lens!.waves.map(([n, , waves]) => 2 * Math.PI * waves * (n % 2 === 0 ? sign : 1));
  terms.forEach((value, k) => expect(Math.abs(offCentre!.waves!.terms[k]! - value)).toBeLessThan(0.015));
});
