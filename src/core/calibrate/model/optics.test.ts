import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from './measured.ts';
import { Optics, type Slope } from './optics.ts';
import type { Path } from './path-response.ts';
import type { Complex } from './spectrum.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const side = 32;
const measured: MeasuredLight = {
  ...{ rows: side, cols: side, cell: 1, im: null, filter: null },
  ...{ re: new Float64Array(side * side), weight: new Float64Array(side * side).fill(1) },
};
/** Light that leaves at up to 32°, 20 µm on: what its way adds changes with the size of the pixels, too. */
const steep: Path = { zeta: 20 / 0.36, pitch_um: 0.6, ratio: 1.02, blur: 0.2, pupil: 0.45 };
/** What smaller pixels do, as a share; the others add to their own. */
const changed: Partial<Record<Slope, (by: number) => Path>> = {
  zeta: (by) => ({ ...steep, zeta: steep.zeta + by }),
  blur: (by) => ({ ...steep, blur: steep.blur + by }),
  ratio: (by) => ({ ...steep, ratio: steep.ratio * (1 + by) }),
  scale: (by) => ({ ...steep, pitch_um: steep.pitch_um / (1 + by) }),
};

/** `own` is the central difference of two fields, `step` to either side. */
function expectSlope(own: Complex, low: Complex, high: Complex, step: number): void {
  let [off, size] = [0, 0];
  own.re.forEach((value, i) => {
    off = Math.max(off, Math.abs((high.re[i]! - low.re[i]!) / (2 * step) - value));
    size = Math.max(size, Math.abs(value));
  });
  expect(size).toBeGreaterThan(0);
  expect(off).toBeLessThan(0.01 * size);
}

it.each(['zeta', 'blur', 'scale', 'ratio'] as const)('changes with %s as its derivative says', (name) => {
  const optics = new Optics(kernels, measured, 0.6328, 8, 1);
  const count = optics.canvas.rows * optics.canvas.cols;
  const wave = { re: new Float32Array(count), im: new Float32Array(count) };
  wave.re[(optics.canvas.rows >> 1) * optics.canvas.cols + (optics.canvas.cols >> 1)] = 1000;
  const spectrum = optics.spectrumOf(wave);
  const at = (path: Path, slope: Slope = 'none') => optics.field(spectrum, path, slope);
  const step = 1e-3;
  const [low, high] = [at(changed[name]!(-step)), at(changed[name]!(step))];
  expectSlope(at(steep, name), low, high, step);
});

it('lets light diffract alike in all directions, whatever the shape of the pixels', () => {
  const [ratio, pitch, wavelength, z] = [1.2, 3, 0.6328, 600];
  const optics = new Optics(kernels, measured, wavelength, 24, 1);
  const waist = 18;
  const rayleigh = (Math.PI * waist * waist) / wavelength;
  /** a round Gaussian beam in µm, z after its waist (Siegman, Lasers, 16.7), at a pixel from the middle */
  const beam = (col: number, row: number, after: number): [number, number] => {
    const [x, y] = [col * pitch * Math.sqrt(ratio), (row * pitch) / Math.sqrt(ratio)];
    const width = waist * Math.sqrt(1 + (after / rayleigh) ** 2);
    const curvature = after / (after * after + rayleigh * rayleigh);
    const phase = (Math.PI / wavelength) * (x * x + y * y) * curvature - Math.atan(after / rayleigh);
    const modulus = (waist / width) * Math.exp(-(x * x + y * y) / (width * width));
    return [modulus * Math.cos(phase), modulus * Math.sin(phase)];
  };
  const { cols } = optics.canvas;
  const spectrum = optics.spectrumFrom((re, im) => {
    for (let i = 0; i < re.length; i += 1) {
      const [col, row] = [(i % cols) + 0.5 - optics.middle.x, Math.floor(i / cols) + 0.5 - optics.middle.y];
      [re[i], im[i]] = beam(col, row, 0);
    }
  });
  const offWith = (own: number) => {
    const path = { zeta: z / pitch ** 2, pitch_um: pitch, ratio: own, blur: 0, pupil: null };
    const { re, im } = optics.field(spectrum, path);
    return Math.max(
      ...Array.from(re, (value, i) => {
        const [a, b] = beam((i % side) + 0.5 - side / 2, Math.floor(i / side) + 0.5 - side / 2, z);
        return Math.hypot(value - a, im[i]! - b);
      }),
    );
  };
  expect(offWith(ratio)).toBeLessThan(1e-3);
  expect(offWith(1)).toBeGreaterThan(0.02);
});

it.each(['x', 'y'] as const)('changes with a shift along %s as its derivative says', (name) => {
  const optics = new Optics(kernels, measured, 0.6328, 8, 2);
  const { cols, cell } = optics.canvas;
  /** a spot two pixels wide, this many pixels off the middle */
  const spot = (shift: number) =>
    optics.spectrumFrom((re, im) => {
      for (let i = 0; i < re.length; i += 1) {
        const x = ((i % cols) + 0.5 - optics.middle.x) * cell - (name === 'x' ? shift : 0);
        const y = (Math.floor(i / cols) + 0.5 - optics.middle.y) * cell - (name === 'y' ? shift : 0);
        re[i] = 1000 * kernels.run.exp(-(x * x + y * y) / 8);
        im[i] = 0;
      }
    });
  const step = 0.01;
  const [low, high] = [optics.field(spot(-step), steep), optics.field(spot(step), steep)];
  expectSlope(optics.field(spot(0), steep, name), low, high, step);
});

it.each(['x', 'y'] as const)('turns frequencies by what is asked: in proportion to %s a shift', (name) => {
  const optics = new Optics(kernels, measured, 0.6328, 8, 1);
  const spectrum = optics.spectrumFrom((re, im) => {
    re.forEach((_, i) => (re[i] = (i * 5) % 13));
    im.fill(0);
  });
  const shifted = optics.field(spectrum, steep, name);
  const turned = optics.turned(spectrum, steep, (fx, fy) => -2 * Math.PI * (name === 'x' ? fx : fy));
  turned.re.forEach((value, i) => expect(value).toBeCloseTo(shifted.re[i]!, 4));
  turned.im.forEach((value, i) => expect(value).toBeCloseTo(shifted.im[i]!, 4));
});

it('answers each path as if it were the first', () => {
  const optics = new Optics(kernels, measured, 0.6328, 8, 1);
  const spectrum = optics.spectrumFrom((re, im) => {
    re.forEach((_, i) => (re[i] = (i * 7) % 11));
    im.fill(0);
  });
  const paths: Path[] = [
    steep,
    { ...steep, pupil: null },
    { ...steep, blur: 0.5 },
    { ...steep, zeta: 30 },
    { ...steep, pitch_um: 0.7 },
    { ...steep, ratio: 0.99 },
    steep,
  ];
  for (const path of paths) {
    const fresh = new Optics(kernels, measured, 0.6328, 8, 1);
    expect(optics.field(spectrum, path)).toEqual(fresh.field(spectrum, path));
    expect(optics.field(spectrum, path, 'scale')).toEqual(fresh.field(spectrum, path, 'scale'));
  }
});
