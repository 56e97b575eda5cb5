import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { MeasuredLight } from './measured.ts';
import { Optics } from './optics.ts';
import type { Path } from './path-response.ts';
import { shiftedInto } from './shifted.ts';
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

/** px */
const waist = 2.5;

/** A spot on the canvas, moved by a linear change of places around the frame's middle, beside which it lies. */
function spotOn(optics: Optics, [xx, xy, yx, yy]: readonly number[] = [1, 0, 0, 1], shift = 0): Complex {
  const { cols, cell } = optics.canvas;
  const determinant = xx! * yy! - xy! * yx!;
  return optics.spectrumFrom((re, im) => {
    for (let i = 0; i < re.length; i += 1) {
      const u = ((i % cols) + 0.5 - optics.middle.x) * cell - shift;
      const v = (Math.floor(i / cols) + 0.5 - optics.middle.y) * cell;
      const [x, y] = [(yy! * u - xy! * v) / determinant - 3, (xx! * v - yx! * u) / determinant + 2];
      re[i] = 1000 * Math.exp(-(x * x + 1.5 * y * y) / (2 * waist * waist));
      im[i] = 0;
    }
  });
}

it.each([
  ['zeta', (by: number) => ({ ...steep, zeta: steep.zeta + by })],
  ['blur', (by: number) => ({ ...steep, blur: steep.blur + by })],
] as const)('changes with %s as its derivative says', (name, changed) => {
  const optics = new Optics(kernels, measured, 0.6328, 40, 1);
  const spectrum = spotOn(optics);
  const step = 1e-3;
  const [low, high] = [optics.field(spectrum, changed(-step)), optics.field(spectrum, changed(step))];
  expectSlope(optics.arrived(spectrum, steep).slope(name), low, high, step);
});

/** What a target's picture is changed by, and what that does to pitch and ratio. */
const linear = {
  scale: (by: number) => ({ by: [1 + by, 0, 0, 1 + by], path: { pitch_um: steep.pitch_um / (1 + by) } }),
  rotation: (by: number) => ({ by: [1, -by, by, 1], path: {} }),
  anisotropy: (by: number) => ({ by: [1 + by, 0, 0, 1 - by], path: { ratio: steep.ratio * (1 - 2 * by) } }),
  shear: (by: number) => ({ by: [1, by, by, 1], path: {} }),
};

it.each(
  (Object.keys(linear) as (keyof typeof linear)[]).flatMap((name) =>
    (['all', 'through a wide rim', 'through a rim narrower than steps of frequency'] as const).map(
      (passes) => [name, passes] as const,
    ),
  ),
)('changes with %s as its derivative says: %s', (name, passes) => {
  const filter = passes === 'through a wide rim' ? { pass: 0.06, stop: 0.16 } : null;
  const optics = new Optics(kernels, { ...measured, filter }, 0.6328, 40, 1);
  const own = { ...steep, zeta: 20, pupil: passes.includes('narrower') ? 0.1 : null };
  const at = (by: number) => {
    const { by: places, path } = linear[name](by);
    return optics.field(spotOn(optics, places), { ...own, ...path });
  };
  const slope = optics.arrived(spotOn(optics), own).slope(name);
  expectSlope(slope, at(-1e-3), at(1e-3), 1e-3);
});

it('changes with size as its derivative says where cells are means over those that are drawn', () => {
  const coarse = { ...measured, cell: 2, filter: { pass: 0.15, stop: 0.22 } };
  const optics = new Optics(kernels, coarse, 0.6328, 80, 2);
  const own = { ...steep, zeta: 20, pupil: null };
  const at = (by: number) => {
    const { by: places, path } = linear.scale(by);
    return optics.field(spotOn(optics, places), { ...own, ...path });
  };
  expectSlope(optics.arrived(spotOn(optics), own).slope('scale'), at(-1e-3), at(1e-3), 1e-3);
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

it('changes with a shift as its derivative says', () => {
  const optics = new Optics(kernels, measured, 0.6328, 40, 2);
  const at = (shift: number) => optics.field(spotOn(optics, [1, 0, 0, 1], shift), steep);
  expectSlope(optics.arrived(spotOn(optics), steep).slope('x'), at(-0.01), at(0.01), 0.01);
});

it.each(['x', 'y'] as const)('turns frequencies by what is asked: in proportion to %s a shift', (name) => {
  const optics = new Optics(kernels, measured, 0.6328, 40, 1);
  const arrived = optics.arrived(spotOn(optics), steep);
  const shifted = arrived.slope(name);
  const by = (fx: number, fy: number) => -2 * Math.PI * (name === 'x' ? fx : fy);
  const turned = arrived.turned(by, { x: name === 'x', y: name === 'y' });
  turned.re.forEach((value, i) => expect(value).toBeCloseTo(shifted.re[i]!, 4));
  turned.im.forEach((value, i) => expect(value).toBeCloseTo(shifted.im[i]!, 4));
});

it('shifts a field between cells, into a part of a frame', () => {
  const optics = new Optics(kernels, measured, 0.6328, 40, 1);
  const spectrum = spotOn(optics);
  const part = { top: 8, left: 4, rows: 16, cols: 20 };
  const into = shiftedInto(kernels, optics.everywhere(spectrum, steep), part);
  for (const [x, y] of [
    [0, 0],
    [3.4, -2.3],
  ] as const) {
    const [whole, own] = [optics.copied(spectrum, steep, x, y), into(x, y)];
    const largest = whole.re.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    own.re.forEach((value, i) => {
      const at = (part.top + Math.floor(i / part.cols)) * side + part.left + (i % part.cols);
      expect(Math.abs(value - whole.re[at]!)).toBeLessThan(2e-3 * largest);
    });
  }
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
    expect(optics.arrived(spectrum, path).slope('scale')).toEqual(
      fresh.arrived(spectrum, path).slope('scale'),
    );
  }
});
