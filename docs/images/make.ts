/**
 * Makes the picture in the README from `examples/`: `npm run picture`. It is the preview in the package that the
 * README's own command gives, byte for byte.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { crc32Of } from '../../src/formats/package/digests.ts';
import { drawPreviews } from '../../src/formats/preview/previews.ts';
import { loadKernels } from '../../test/load-kernels.ts';

const recipe = parseRecipe({
  holography_mode: 'off-axis',
  wavelength_um: 0.6328,
  pixel_pitch_um: 3.45,
  z_mm: 5,
});

const example = async (name: string) => {
  const bytes = new Uint8Array(readFileSync(new URL(`../../examples/${name}`, import.meta.url)));
  return (await decodeFrame(bytes)).frame;
};

const frames = {
  hologram: await example('off-axis.png'),
  background: await example('off-axis-background.png'),
};
const previews = drawPreviews(reconstruct(await loadKernels(), frames, recipe), (bytes) => crc32Of([bytes]));
const phase = previews.find(({ name }) => name === 'phase')!;
writeFileSync(new URL('phase.png', import.meta.url), phase.png);
