import { loadKernels } from '../../../test/load-kernels.ts';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { TargetToFrame } from '../../core/rig/calibration.ts';
import { findDrawn } from '../../core/targets/catalogue.ts';
import { drawOverlay, type Overlaid } from './draw-overlay.ts';

const kernels = await loadKernels();

const SIDE = 64;
const nothing: Overlaid['corrections'] = {
  ...{ pixel_pitch_um: null, pixel_pitch_x_um: null, pixel_pitch_y_um: null, scale_anisotropy: null },
  ...{ shear_rad: null, z_mm: null, z_offset_mm: null, phase_aberration: null },
  ...{ carrier_cycles_per_px: null, phase_scale: null },
};
const model = findDrawn('fibre-125um')!.model();

function overlaid(toFrame: TargetToFrame, more: Partial<Overlaid> = {}): Overlaid {
  return {
    amplitude: { rows: SIDE, cols: SIDE, data: new Float32Array(SIDE * SIDE).map((_, i) => i % 7) },
    ...{ model, target_to_frame: toFrame, features: [], quality: 'good' },
    fit: {
      ...{ residual_px: 0.1, features_found: 2, features_expected: 2, mirrored: false },
      ...{ rotation_deg: { value: 0, sigma: 0.1 }, shift_um: { x: 0, y: 0 } },
    },
    ...{ residuals: [], corrections: nothing },
    ...more,
  };
}

/** Width, palette and pixels (palette numbers) of a PNG with 8-bit palette. */
function read(png: Uint8Array) {
  const bytes = Buffer.from(png);
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const parts: Buffer[] = [];
  let palette = Buffer.alloc(0);
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IDAT') parts.push(data);
    if (type === 'PLTE') palette = data;
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (width + 1)]!;
    for (let x = 0; x < width; x++) {
      const [left, above] = [
        x > 0 ? pixels[y * width + x - 1]! : 0,
        y > 0 ? pixels[(y - 1) * width + x]! : 0,
      ];
      const corner = x > 0 && y > 0 ? pixels[(y - 1) * width + x - 1]! : 0;
      const guess = left + above - corner;
      const near = [left, above, corner].reduce((a, b) =>
        Math.abs(guess - b) < Math.abs(guess - a) ? b : a,
      );
      const predicted = [0, left, above, (left + above) >> 1, near][filter]!;
      pixels[y * width + x] = raw[y * (width + 1) + 1 + x]! + predicted;
    }
  }
  const colour = (hex: string) => [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
  const indexOf = (hex: string) => {
    const wanted = colour(hex);
    for (let i = 0; i < palette.length / 3; i++) {
      if (wanted.every((c, k) => palette[3 * i + k] === c)) return i;
    }
    return -1;
  };
  const places = (hex: string) => {
    const index = indexOf(hex);
    return [...pixels.keys()]
      .filter((i) => pixels[i] === index)
      .map((i) => [i % width, Math.floor(i / width)] as const);
  };
  return { width, height, places };
}

const draw = (from: Overlaid) => read(drawOverlay(kernels, from));
const ZOOM = 20;
/** Above the legend. */
const inPicture = (places: (readonly [number, number])[], top: number) =>
  places.filter(([, y]) => y >= top && y < top + ZOOM * SIDE);

describe('drawOverlay', () => {
  it('draws the model where it was fitted', () => {
    // 125 µm wide at 4 µm a pixel: 31.25 pixels, its middle at x = 30
    const { places } = draw(overlaid([0.25, 0, 30, 0, 0.25, 32]));
    const lines = places('4ff0e0');
    const columns = new Map<number, number>();
    for (const [x] of lines) columns.set(x, (columns.get(x) ?? 0) + 1);
    const edges = [...columns].filter(([, count]) => count > ZOOM * SIDE * 0.9).map(([x]) => x);
    expect(edges).toHaveLength(2);
    expect(Math.abs(edges[1]! - edges[0]!) / ZOOM).toBeCloseTo(31.25, 1);
  });

  it('marks what was found, and otherwise what was left out of the fit', () => {
    const feature = (x: number, rejected: boolean) => {
      const at = { x, y: 20 };
      return { kind: 'edge', name: 'a', found_px: at, fitted_px: at, rejected } as const;
    };
    const features = [feature(10, false), feature(50, true)];
    const { places } = draw(overlaid([0.25, 0, 30, 0, 0.25, 32], { features }));
    const middle = (hex: string) => {
      const found = inPicture(places(hex), 60).map(([x]) => x);
      return found.reduce((sum, x) => sum + x, 0) / found.length;
    };
    expect((middle('ff6b6b') - middle('ffd23f')) / ZOOM).toBeCloseTo(40, 1);
  });

  it('draws how far parts lie from the fit many times as long, and says what was measured in a line', () => {
    const seen = { dx_px: 0.03, dy_px: -0.01, parts: 3, scatter_px: 0.01 };
    const residuals = [{ x_px: 31.5, y_px: 31.5, seen }];
    const plain = draw(overlaid([0.25, 0, 30, 0, 0.25, 32]));
    expect(plain.places('7ee787')).toEqual([]);
    const found = draw(
      overlaid([0.25, 0, 30, 0, 0.25, 32], {
        residuals,
        corrections: { ...nothing, pixel_pitch_um: { value: 4, sigma: 0.02 } },
      }),
    );
    const arrow = inPicture(found.places('7ee787'), 60);
    const [x, y] = [0, 1].map((axis) => arrow.map((at) => at[axis]!)) as [number[], number[]];
    // 0.03 px of 64 px: 500 times as long is less than 45 % of the frame, 1000 times is more
    expect((Math.max(...x) - Math.min(...x)) / ZOOM).toBeCloseTo(500 * 0.03, 0);
    expect(Math.max(...y) - Math.min(...y)).toBeGreaterThanOrEqual(500 * 0.01 * ZOOM - 2);
    // a line more for the arrow's legend, and one for the values
    expect(found.height).toBeGreaterThan(plain.height);
  });

  it('does with models far outside of the frame', () => {
    const { places } = draw(overlaid([0.25, 0, 5000, 0, 0.25, -9000]));
    expect(inPicture(places('4ff0e0'), 60)).toEqual([]);
  });

  it('is the same bytes again', () => {
    const make = () => drawOverlay(kernels, overlaid([0.2, 0.1, 30, -0.1, 0.2, 32]));
    expect(make()).toEqual(make());
  });
});
