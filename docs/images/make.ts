/**
 * Makes the picture in the README from `examples/`: `npm run picture`. It is the preview in the package that the
 * README's own command gives, byte for byte. And the small ones that the page begins with: what goes in, what comes out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { crc32Of } from '../../src/formats/package/digests.ts';
import { pictureSize } from '../../src/formats/preview/map-picture.ts';
import { drawPreviews } from '../../src/formats/preview/previews.ts';
import { sheetCorner } from '../../src/formats/preview/sheet.ts';
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
const made = reconstruct(await loadKernels(), frames, recipe);
const previews = drawPreviews(made, (bytes) => crc32Of([bytes]));
const phase = previews.find(({ name }) => name === 'phase')!;
writeFileSync(new URL('phase.png', import.meta.url), phase.png);

/** px a side */
const SMALL = 288;
const forPage = (name: string) => new URL(`../../src/web/form/pictures/${name}.webp`, import.meta.url);
const small = async (picture: sharp.Sharp, name: string) =>
  writeFileSync(forPage(name), await picture.resize(SMALL, SMALL).webp({ quality: 72 }).toBuffer());

const { width, height } = frames.hologram;
// fringes would be moiré when made smaller: of the hologram a part is shown, at its own size
const part = { left: 200, top: 120, width: SMALL, height: SMALL };
await small(
  sharp(fileURLToPath(new URL('../../examples/off-axis.png', import.meta.url)))
    .extract(part)
    .normalise()
    .toColourspace('b-w'),
  'hologram',
);
const sheet = sharp(phase.png);
const { x, y } = sheetCorner();
const { cols } = pictureSize({ rows: height, cols: width }, { x: 1, y: 1 });
const of = (value: number) => Math.round((value * cols) / width);
const [left, top] = [x + of(part.left), y + of(part.top)];
await small(sheet.extract({ left, top, width: of(SMALL), height: of(SMALL) }), 'phase');
