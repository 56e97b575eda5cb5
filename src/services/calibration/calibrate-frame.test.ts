import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { freshKernels } from '../../../test/load-kernels.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { buildNpy, npyDictionary } from '../../formats/decode/array/npy.fixture.ts';
import { calibrateFrame } from './calibrate-frame.ts';

it.each([
  ['usaf-1951', 454e6],
  ['ronchi-50', 112e6],
])('asks for the memory that it takes before it begins: %s', async (target_id, takes) => {
  const kernels = await freshKernels();
  const side = 64;
  const data = new Uint16Array(side * side).map((_, i) => 1000 + 100 * Math.cos(i));
  const bytes = new Uint8Array(
    buildNpy(npyDictionary('<u2', `(${side}, ${side})`), new Uint8Array(data.buffer)),
  );
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const began = new Error('it looks for the target');
  const calibrate = (mostBytes: number) => {
    kernels.mostBytes = mostBytes;
    return calibrateFrame(
      kernels,
      {
        ...{ hologram: { name: 'f.npy', blocks: [bytes.slice()], bytes: bytes.length, sha256 }, further: [] },
        ...{ background: null, target_id, certificate: null },
        ...{ wavelength_tolerance_nm: null, repeatability: null },
        recipe: parseRecipe({ holography_mode: 'inline', wavelength_um: 0.5, pixel_pitch_um: 1, z_mm: 1 }),
      },
      (stage) => {
        if (stage === 'search') throw began;
      },
    );
  };
  await expect(calibrate(takes - 2e6)).rejects.toMatchObject({ code: 'FRAME_TOO_LARGE' });
  await expect(calibrate(takes + 2e6)).rejects.toBe(began);
});
