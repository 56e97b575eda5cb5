import { describe, expect, it } from 'vitest';
import { exported, inlineCase, scoreField } from '../../../../bench/accuracy/inline-cases.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { oneIn, thorough } from '../../../../test/short-form.ts';
import type { SimulationInput } from '../../simulate/simulation-spec.ts';
import { retrievalSettings } from './retrieval-settings.ts';
import { retrieve } from './retrieve.ts';

interface Solved {
  /** RMSE of the field */
  readonly error: number;
  readonly startedAbsorbing: boolean;
}

/**
 * Frames of 256 pixels, 0.4 mm and farther from the sensor, solved with each of the starts.
 * @param light that the frames were divided by, over the right one
 */
async function solved(
  object: SimulationInput['object'],
  count: number,
  starts: readonly boolean[],
  light = 1,
): Promise<Solved[]> {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const input = { width_px: 256, height_px: 256, wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm: 0.4 };
  const { amplitudes, distances, optics, noiseSigma, truth } = inlineCase(
    kernels,
    scope,
    { ...input, object },
    1,
    count,
  );
  for (const { ptr, rows, pitch } of amplitudes)
    kernels.floats(ptr, rows * pitch).forEach((value, i, all) => (all[i] = value / Math.sqrt(light)));
  const frames = amplitudes.slice(0, count).map((amplitude, k) => ({ amplitude, z: distances[k]! }));
  const { absorbing } = retrievalSettings;
  return starts.map((triesAbsorbing) => {
    const settings = {
      ...retrievalSettings,
      absorbing: triesAbsorbing ? absorbing : { ...absorbing, hopeless: 0 },
    };
    const retrieval = retrieve(kernels, scope, { frames, noiseSigma, ...optics }, {}, settings);
    const { startedAbsorbing } = retrieval;
    return { error: scoreField(exported(kernels, retrieval.field), truth).field, startedAbsorbing };
  });
}

const both = async (...given: readonly [SimulationInput['object'], count: number, light?: number]) => {
  const [object, count, light] = given;
  const [without, found] = await solved(object, count, [false, true], light);
  return { without: without!, found: found! };
};
const alone = async (object: SimulationInput['object']) => (await solved(object, 1, [true]))[0]!;

const chart = (transmission: number) => ({ kind: 'absorbing-chart', transmission }) as const;
const cells = (phase_rad: number, transmission: number) =>
  ({ kind: 'cells', phase_rad, transmission }) as const;

it.each([1, 3])('%d frames too small for a coarse resolution start from nothing', async (count) => {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const input = { width_px: 80, height_px: 80, wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm: 0.2 };
  const given = inlineCase(kernels, scope, { ...input, object: cells(0.8, 1) }, 1, count);
  const frames = given.amplitudes
    .slice(0, count)
    .map((amplitude, k) => ({ amplitude, z: given.distances[k]! }));
  const { noiseSigma, optics } = given;
  expect(retrieve(kernels, scope, { frames, noiseSigma, ...optics }).startedAbsorbing).toBe(false);
});

describe('one frame', () => {
  it('finds that wide bars only absorb', async () => {
    // 0.065 and 0.036 from a start that may delay light as well
    expect((await alone(chart(0))).error).toBeLessThan(0.025);
    if (thorough) expect((await alone(chart(0.5))).error).toBeLessThan(0.032);
  });

  it('does not take what delays light for an absorber', async () => {
    // 0.066 from a start that only absorbs
    const { error, startedAbsorbing } = await alone({ kind: 'phase-chart', phase_rad: 0.6 });
    expect(error).toBeLessThan(0.045);
    expect(startedAbsorbing).toBe(false);
  });
});

describe.each(thorough ? [2, 4] : [2])('%d frames', (count) => {
  const dark = [
    ['opaque bars', chart(0)],
    ['dark bars', chart(0.1)],
    ['dark cells', cells(0, 0.1)],
    ['dark cells that delay light', cells(0.5, 0.1)],
  ] as const;
  it.each(oneIn(4, dark, 2))(
    '%s are solved better from a start that only absorbs',
    { tags: 'further/rig' },
    async (_, object) => {
      const { without, found } = await both(object, count);
      expect(found.startedAbsorbing).toBe(true);
      expect(found.error).toBeLessThan(0.6 * without.error);
    },
  );

  it.runIf(thorough)('are solved as they are where they show that the light is twice as bright', async () => {
    const { without, found } = await both(cells(0.5, 0.1), count, 0.5);
    expect(found).toEqual({ ...without, startedAbsorbing: false });
  });

  const others = [
    ['weak absorbers', cells(0, 0.7)],
    ['weak absorbers that delay light a little', cells(0.1, 0.7)],
    ['absorbers that delay light', cells(0.5, 0.3)],
    ['dark bars that delay light', { kind: 'phase-chart', phase_rad: 2 } as const],
  ] as const;
  // absorber.test.ts has the decision at its bounds
  it.runIf(thorough).each(others)('%s are solved as they are', async (_, object) => {
    const { without, found } = await both(object, count);
    expect(found).toEqual({ ...without, startedAbsorbing: false });
  });
});
