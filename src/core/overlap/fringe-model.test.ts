import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import { Random } from '../simulate/random.ts';
import { simulate } from '../simulate/simulate.ts';
import { dot } from './conjugate-gradients.ts';
import { discOf } from './disc.ts';
import { sampleFringes } from './fringe-grid.ts';
import { FringeModel, unknowns, type Unknowns } from './fringe-model.ts';
import { linearStarts } from './linear-start.ts';
import { overlapSettings } from './overlap-settings.ts';

const kernels = await loadKernels();
const carrier = { x: 0.1, y: 0.08 };
const radius = 0.09;

describe('the model of the intensity', () => {
  const scope = kernels.scope();
  // neither side is a power of two or a multiple of the other
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: 120, height_px: 94, seed: 5 },
    ...{ carrier_cycles_per_px: [carrier.x, carrier.y], pupil_radius_cycles_per_px: radius },
    ...{ amplitude_ratio: 1.5, background: false },
  });
  const image = loadCameraImage(kernels, scope, hologram, 'frame');
  const fringes = sampleFringes(kernels, scope, image, carrier, radius, 17, overlapSettings);
  const disc = discOf(radius, { rows: fringes.fullRows, cols: fringes.fullCols });
  const model = new FringeModel(kernels, scope, fringes, disc, { offset: 1, slope: 0, least: 0.01 });
  const [start] = linearStarts(
    kernels,
    fringes,
    disc,
    { radius, carrier, noiseLevel: 1e-4 },
    overlapSettings.reference,
  ) as [Unknowns];
  const gradient = unknowns(disc.count);
  const { misfit } = model.moveTo(start, gradient);
  const random = Random.from(3, 9);
  const drawn = (size: number): Unknowns => ({
    spectrum: Float64Array.from({ length: 2 * disc.count }, () => random.between(-size, size)),
    surfaces: Float64Array.from({ length: 12 }, () => random.between(-size, size)),
  });

  it('has a symmetric normal operator, and pᵀJᵀWJp is what it says', () => {
    const [p, q, ap, aq] = [drawn(1), drawn(1), unknowns(disc.count), unknowns(disc.count)];
    const power = model.normal(p, ap);
    model.normal(q, aq);
    expect(dot(p, ap) / power).toBeCloseTo(1, 4);
    expect(Math.abs(dot(q, ap) - dot(p, aq)) / power).toBeLessThan(1e-4);
  });

  it('falls along its gradient as fast as that says', () => {
    model.moveTo(start, gradient);
    // what the fit leans on light that nobody saw for is no part of the misfit: leave the surfaces, which reach there, alone
    const along = { spectrum: gradient.spectrum.slice(), surfaces: gradient.surfaces.slice() };
    const size = 1e-5;
    const at = (step: number) =>
      model.moveTo(
        {
          spectrum: start.spectrum.map((v, k) => v + step * along.spectrum[k]!),
          surfaces: start.surfaces,
        },
        unknowns(disc.count),
      ).misfit;
    expect(at(size)).toBeLessThan(misfit);
    expect(at(-size)).toBeGreaterThan(misfit);
  });
});
