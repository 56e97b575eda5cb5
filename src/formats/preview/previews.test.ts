import { loadKernels } from '../../../test/load-kernels.ts';
import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { beadReconstruction } from '../package/bead-reconstruction.fixture.ts';
import { MARK } from './canvas.ts';
import { sampleColourMap, viridis } from './colour-map.ts';
import { drawMapPicture } from './map-picture.ts';
import { drawPreviews, type Preview } from './previews.ts';
import { drawSpectrumPicture } from './spectrum-picture.ts';

const kernels = await loadKernels();

describe('drawPreviews', () => {
  let previews: Preview[];
  beforeAll(() => {
    previews = drawPreviews(kernels, beadReconstruction(96, 160, { height: true }));
  });

  it('draws each map and the spectrum as a PNG that libspng and libvips read', async () => {
    expect(previews.map(({ name }) => name)).toEqual([
      'spectrum',
      'amplitude',
      'phase',
      'uncertainty',
      'height',
      'back_propagation_amplitude',
      'back_propagation_phase',
    ]);
    for (const { png, width, height } of previews) {
      const metadata = await sharp(png, { failOn: 'warning' }).metadata();
      expect([metadata.format, metadata.width, metadata.height]).toEqual(['png', width, height]);
      await sharp(png, { failOn: 'warning' }).stats();
    }
  });

  it('leaves out the height where there is none', () => {
    const names = drawPreviews(kernels, beadReconstruction(32, 32)).map(({ name }) => name);
    expect(names).not.toContain('height');
  });

  it('gives the same bytes again', () => {
    const again = drawPreviews(kernels, beadReconstruction(96, 160, { height: true }));
    expect(again.map(({ png }) => Buffer.from(png).toString('base64'))).toEqual(
      previews.map(({ png }) => Buffer.from(png).toString('base64')),
    );
  });
});

describe('the sources of the previews', () => {
  it('use no function whose last bits differ between engines, and no compressor of the platform', () => {
    const folder = new URL('.', import.meta.url);
    const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    for (const name of sources) {
      const source = readFileSync(new URL(name, folder), 'utf8');
      expect(source, name).not.toMatch(
        /Math\.(a?sinh?|a?cosh?|a?tanh?|atan2|expm?1?|log\w*|pow|hypot|cbrt)\b|[\w)\]] \*\* /,
      );
      expect(source, name).not.toMatch(/from '(sharp|node:)/);
    }
  });
});

describe('drawMapPicture', () => {
  const options = { title: 'T', unit: 'rad', map: viridis, pixelSizeUm: { x: 1, y: 1 } };

  it('paints low and high values in the ends of the colour map', async () => {
    const data = Float32Array.from({ length: 400 * 300 }, (_, i) => (i % 400 < 200 ? -1 : 1));
    const { canvas, limits } = drawMapPicture(kernels, { rows: 300, cols: 400, data }, options);
    expect(limits).toEqual({ min: -1, max: 1 });
    const middle = (canvas.height >> 1) * canvas.width;
    const colours = sampleColourMap(viridis, 224);
    expect(canvas.palette[canvas.pixels[middle + 100]!]).toEqual(colours[0]);
    expect(canvas.palette[canvas.pixels[middle + 350]!]).toEqual(colours[223]);
  });

  it.each([
    [1080, 1920],
    [16, 1920],
    [1024, 1024],
    [16, 16],
  ])('keeps a map of %d × %d within 1024 pixels and its shape', (rows, cols) => {
    const { canvas } = drawMapPicture(kernels, { rows, cols, data: new Float32Array(rows * cols) }, options);
    const isMap = canvas.pixels.map((value) => (value < 224 ? 1 : 0));
    const line = Math.max(
      ...Array.from({ length: canvas.height }, (_, y) =>
        isMap.subarray(y * canvas.width, (y + 1) * canvas.width).reduce((a, b) => a + b, 0),
      ),
    );
    const barWidth = 24;
    expect(line - barWidth).toBeLessThanOrEqual(1024);
    expect(line - barWidth).toBeGreaterThanOrEqual(500);
  });

  it('shows where there is no value', () => {
    const data = new Float32Array(64 * 64).fill(NaN);
    const { canvas } = drawMapPicture(kernels, { rows: 64, cols: 64, data }, options);
    expect(canvas.palette[canvas.pixels[200 * canvas.width + 200]!]).toEqual([0xc9, 0xce, 0xd6]);
  });
});

describe('drawSpectrumPicture', () => {
  /** Pixels marked in each quarter of the picture: rings, dashes and the cross. */
  function markedQuarters(x: number, y: number): number[] {
    const { spectrum } = beadReconstruction(128, 200);
    const moved = { ...spectrum, carrier_cycles_per_px: { x, y } };
    const canvas = drawSpectrumPicture(kernels, moved, 0.1725);
    const frame = { left: 26 + 74, top: 26 + 18 + 20, side: 720 };
    const quarters = [0, 0, 0, 0];
    canvas.pixels.forEach((value, i) => {
      if (value !== MARK) return;
      const right = (i % canvas.width) - frame.left >= frame.side / 2 ? 1 : 0;
      const below = Math.floor(i / canvas.width) - frame.top >= frame.side / 2 ? 2 : 0;
      quarters[right + below]!++;
    });
    return quarters;
  }

  it('rings the sideband used more strongly than its twin, fy pointing down', () => {
    const [leftTop, rightTop, leftBottom, rightBottom] = markedQuarters(0.25, 0.2);
    expect(rightBottom).toBeGreaterThan(leftTop!);
    expect(leftTop).toBeGreaterThan(0);
    expect([rightTop, leftBottom]).toEqual([0, 0]);
  });

  it('follows the carrier to the other side', () => {
    const [leftTop, , , rightBottom] = markedQuarters(-0.25, -0.2);
    expect(leftTop).toBeGreaterThan(rightBottom!);
  });

  it('draws no ring where no sideband was used', () => {
    const { spectrum } = beadReconstruction(64, 64);
    const plain = { ...spectrum, carrier_cycles_per_px: null, filter_radius_cycles_per_px: null };
    expect(drawSpectrumPicture(kernels, plain, 1).pixels.includes(MARK)).toBe(false);
  });
});
