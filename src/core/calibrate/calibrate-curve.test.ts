// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { record } from '../../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../../test/second-simulator/rigs.ts';
import { locateTarget } from './locate-target.ts';
import { calibrationSettings } from './calibration-settings.ts';

it('finds a chart in a frame whose camera has a gamma of 2.2: as drawn it explains nothing on coarse cells, with its contrast fitted it does', async () => {
  const kernels = await loadKernels();
  const setup = secondSetups.find(({ target_id, mode }) => target_id === 'usaf-1951' && mode === 'inline')!;
  const { target, rig, recipe } = secondCase(setup, 45012);
  const { hologram } = record(target.model(), rig, false);
  const most = Math.max(...hologram.samples);
  const samples = hologram.samples.map((value) => Math.round(most * (value / most) ** (1 / 2.2)));
  const frames = { hologram: { ...hologram, samples }, background: null };
  const found = locateTarget(kernels, frames, { target, recipe }, () => {}, calibrationSettings);
  expect(found.measured.rows).toBe(setup.side_px);
  expect(found.state.zeta).toBeGreaterThan(0);
});
