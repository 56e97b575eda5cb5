import { expect, it, vi } from 'vitest';
import { coloursOf, paintValues, usualRange, wholeRange } from './paint-frame.ts';

/** 100 × 100 samples of a noisy ground, with something small and high on it, edges that hold anything, and a gap. */
function frame() {
  const data = Float32Array.from({ length: 10_000 }, (_, i) => ((i * 7919) % 100) / 1000);
  for (let k = 0; k < 100; k++) data[k * 100] = -50;
  data.fill(40, 0, 100);
  for (let y = 50; y < 56; y++) data.fill(1.5, y * 100 + 50, y * 100 + 56);
  data[3030] = 7;
  data[4040] = NaN;
  return { rows: 100, cols: 100, data };
}

it('spans what is small and high, but for single samples and the edges of the frame', () => {
  const { min, max } = usualRange(frame())!;
  expect(min).toBeCloseTo(0.001, 6);
  expect(max).toBeCloseTo(1.5, 6);
  expect(wholeRange(frame())!.min).toBe(min);
  expect(wholeRange(frame())!.max).toBe(7);
});

it('is none of a frame that holds nothing', () => {
  const nothing = { rows: 4, cols: 4, data: new Float32Array(16).fill(NaN) };
  expect(usualRange(nothing)).toBeNull();
});

/** What a picture of a row of values shows, red, green, blue and opacity of each. */
function painted(values: Float32Array, sigma: Float32Array | null): Uint8ClampedArray {
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data: Uint8ClampedArray;
      constructor(data: Uint8ClampedArray) {
        this.data = data;
      }
    },
  );
  let shown = new Uint8ClampedArray();
  const putImageData = (image: ImageData) => void (shown = image.data);
  const canvas = { width: 0, height: 0, getContext: () => ({ putImageData }) };
  const map = (data: Float32Array) => ({ rows: 1, cols: data.length, data });
  const range = { min: 0, max: 7 };
  paintValues(
    canvas as unknown as HTMLCanvasElement,
    map(values),
    coloursOf('phase'),
    range,
    sigma && map(sigma),
  );
  vi.unstubAllGlobals();
  return shown;
}

const chroma = (rgba: Uint8ClampedArray, at: number) => {
  const rgb = rgba.subarray(4 * at, 4 * at + 3);
  return Math.max(...rgb) - Math.min(...rgb);
};

it('fades the colours of what nothing is known of, and of nothing else', () => {
  const values = Float32Array.from({ length: 8 }, (_, k) => k);
  const sigma = values.map((k) => (k < 4 ? 0.01 : 1.9));
  const [plain, known] = [painted(values, null), painted(values, sigma)];
  expect(known.slice(0, 16)).toEqual(plain.slice(0, 16));
  for (let k = 0; k < 8; k += 1) {
    expect(chroma(plain, k)).toBeGreaterThan(60);
    if (k >= 4) expect(chroma(known, k)).toBeLessThan(0.4 * chroma(plain, k));
  }
});
