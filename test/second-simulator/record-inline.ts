import type { Frame } from '../../src/core/field/frame.ts';
import { Chance } from './chance.ts';
import { emptyGrid, filtered, type Grid } from './grid.ts';
import type { InlinePart } from './inline-parts.ts';

/** What lies in one plane, µm from the sensor. */
export interface Slice {
  readonly z_um: number;
  readonly parts: readonly InlinePart[];
}

/** Relative intensity: of each [i, j, weight] weight · uⁱ vʲ, u and v from −1 to 1 across the view. */
export type Unevenness = readonly (readonly [number, number, number])[];

/** An in-line rig as people have it. Lengths in µm where the sample is. */
export interface InlineRig {
  readonly width_px: number;
  readonly height_px: number;
  readonly pitch_um: number;
  readonly wavelength_um: number;
  /** standard deviation of the light's wavelength */
  readonly bandwidth_um: number;
  /** standard deviation of the source's angle, rad */
  readonly sourceAngle: number;
  /** of the wave that meets the sample, 1/µm; 0: plane */
  readonly curvature_per_um: number;
  /** sine of the angle that a lens takes; null: none */
  readonly aperture: number | null;
  /** the sample, farthest first; the first names the distance */
  readonly slices: readonly Slice[];
  /** what lies in the way with and without a sample: dust on a window */
  readonly window: readonly Slice[];
  readonly lightAtSample: Unevenness;
  readonly lightAtSensor: Unevenness;
  /** [weight, cycles across the view along x, along y, phase] of what a window's faces add */
  readonly fringes: readonly (readonly [number, number, number, number])[];
  readonly camera: InlineCamera;
  readonly seed: number;
}

export interface InlineCamera {
  /** of an empty beam */
  readonly electrons: number;
  readonly readNoise: number;
  /** relative standard deviation of the pixels' gains */
  readonly gains: number;
  /** of full scale */
  readonly pedestal: number;
  readonly bits: 8 | 10 | 12;
  /** what a value is the power of; 1: linear */
  readonly gamma: number;
  /** share of the pixels that are full */
  readonly full: number;
}

export interface RecordedInline {
  readonly hologram: Frame;
  readonly background: Frame | null;
  /** what a plane wave would need for the same frame with pixels as large as they are: a curved one shows the sample larger */
  readonly z_um: number;
  /** re, im per pixel of the wave in that plane over the light that meets it */
  readonly truth: Float64Array;
}

/** Cells along a side of all light: twice the view. */
const COUNT = 2048;
/** Nodes and weights of a Gaussian's integral (Gauss–Hermite, three and five points). */
const NODES: readonly (readonly [at: number, weight: number])[] = [
  ...([
    [-2.857, 0.01126],
    [-1.3556, 0.22208],
    [0, 0.53333],
  ] as const),
  ...([
    [1.3556, 0.22208],
    [2.857, 0.01126],
  ] as const),
];

export function recordInline(rig: InlineRig, withBackground: boolean): RecordedInline {
  const cells = Math.floor(COUNT / 2 / Math.max(rig.width_px, rig.height_px));
  const step = rig.pitch_um / cells;
  const chance = new Chance(rig.seed);
  const camera = cameraOf(rig, chance);
  const hologram = camera(exposed(rig, step, cells, rig.slices));
  const background = withBackground ? camera(exposed(rig, step, cells, [])) : null;
  const z = rig.slices[0]!.z_um;
  const larger = 1 + z * rig.curvature_per_um;
  return { hologram, background, z_um: z * larger, truth: truthOf(rig, step / larger, cells) };
}

/** What reaches the pixels, 1 where nothing is in an even beam. */
function exposed(rig: InlineRig, step: number, cells: number, sample: readonly Slice[]): Float64Array {
  const sum = new Float64Array(COUNT * COUNT);
  const slices = [...sample, ...rig.window].toSorted((a, b) => b.z_um - a.z_um);
  for (const [at, weight] of rig.bandwidth_um > 0 ? NODES : ([[0, 1]] as const)) {
    const wavelength = rig.wavelength_um + at * rig.bandwidth_um;
    const wave = lit(rig, step, wavelength);
    slices.forEach((slice, k) => {
      through(wave, slice, step, wavelength);
      filtered(wave, [step, step], freeSpace(slice.z_um - (slices[k + 1]?.z_um ?? 0), wavelength, rig));
    });
    for (let i = 0; i < sum.length; i += 1)
      sum[i]! += weight * (wave.re[i]! * wave.re[i]! + wave.im[i]! * wave.im[i]!);
  }
  const blur = rig.sourceAngle * rig.slices[0]!.z_um;
  return collected(blur > 0 ? blurred(sum, step, blur) : sum, rig, cells);
}

/** The view takes the middle half of all light, over which u runs from −1 to 1; beyond it light goes back as it came. */
const across = (k: number) => Math.sin((2 * Math.PI * (k + 0.5 - COUNT / 2)) / COUNT);

function surface(terms: Unevenness, u: number, v: number): number {
  return terms.reduce((sum, [i, j, weight]) => sum + weight * u ** i * v ** j, 1);
}

function lit(rig: InlineRig, step: number, wavelength: number): Grid {
  const grid = emptyGrid(COUNT, COUNT);
  const bend = (Math.PI * rig.curvature_per_um) / wavelength;
  // a curved wave does not go on beyond all light as it began
  const rim = (k: number) => {
    const out = (Math.abs(k + 0.5 - COUNT / 2) / COUNT - 0.4) / 0.1;
    return out <= 0 || bend === 0 ? 1 : 0.5 + 0.5 * Math.cos(Math.PI * Math.min(1, out));
  };
  for (let row = 0, i = 0; row < COUNT; row += 1) {
    for (let col = 0; col < COUNT; col += 1, i += 1) {
      const level = Math.sqrt(Math.max(0.02, surface(rig.lightAtSample, across(col), across(row))));
      const [x, y] = [(col + 0.5 - COUNT / 2) * step, (row + 0.5 - COUNT / 2) * step];
      const size = level * rim(row) * rim(col);
      grid.re[i] = size * Math.cos(bend * (x * x + y * y));
      grid.im[i] = size * Math.sin(bend * (x * x + y * y));
    }
  }
  return grid;
}

/** Points inside of a cell by which it is drawn, of its side. */
const POINTS = [-0.25, 0.25];

function through({ re, im }: Grid, { parts }: Slice, step: number, wavelength: number): void {
  const turn = (2 * Math.PI) / wavelength;
  for (const part of parts) {
    const span = (at: number) => {
      const from = Math.floor((at - part.reach_um) / step + COUNT / 2);
      const to = Math.ceil((at + part.reach_um) / step + COUNT / 2);
      return [Math.max(0, from), Math.min(COUNT - 1, to)] as const;
    };
    const [[left, right], [top, bottom]] = [span(part.x_um), span(part.y_um)];
    for (let row = top; row <= bottom; row += 1) {
      for (let col = left; col <= right; col += 1) {
        let [a, b, touched] = [0, 0, false];
        for (const dy of POINTS) {
          for (const dx of POINTS) {
            const [x, y] = [(col + 0.5 + dx - COUNT / 2) * step, (row + 0.5 + dy - COUNT / 2) * step];
            const touch = part.at(x, y);
            const amplitude = touch ? touch[1] : 1;
            const angle = touch ? turn * touch[0] : 0;
            touched ||= touch !== null;
            a += (amplitude * Math.cos(angle)) / 4;
            b += (amplitude * Math.sin(angle)) / 4;
          }
        }
        if (!touched) continue;
        const i = row * COUNT + col;
        [re[i], im[i]] = [re[i]! * a - im[i]! * b, re[i]! * b + im[i]! * a];
      }
    }
  }
}

/** Light that would walk farther than the view is wide never falls on it: it is left out, so that it can't come round. */
function freeSpace(z: number, wavelength: number, rig: InlineRig) {
  const view = Math.max(rig.width_px, rig.height_px) * rig.pitch_um;
  const steepest = z === 0 ? Infinity : view / Math.hypot(view, z) / wavelength;
  const pupil = rig.aperture === null ? Infinity : rig.aperture / wavelength;
  return (fx: number, fy: number): readonly [number, number] => {
    const square = 1 / (wavelength * wavelength) - fx * fx - fy * fy;
    if (square <= 0 || Math.hypot(fx, fy) > pupil) return [0, 0];
    const out = Math.max(Math.abs(fx), Math.abs(fy)) / steepest;
    if (out >= 1) return [0, 0];
    const passes = out < 0.9 ? 1 : 0.5 + 0.5 * Math.cos((Math.PI * (out - 0.9)) / 0.1);
    const angle = 2 * Math.PI * z * (Math.sqrt(square) - 1 / wavelength);
    return [passes * Math.cos(angle), passes * Math.sin(angle)];
  };
}

/** A source of some size moves the whole image about. */
function blurred(light: Float64Array, step: number, blur: number): Float64Array {
  const grid = { rows: COUNT, cols: COUNT, re: light, im: new Float64Array(light.length) };
  const narrow = 2 * Math.PI * Math.PI * blur * blur;
  filtered(grid, [step, step], (fx, fy) => [Math.exp(-narrow * (fx * fx + fy * fy)), 0]);
  return grid.re;
}

/** What each pixel collects over its area, of light that a window makes uneven once more. */
function collected(light: Float64Array, rig: InlineRig, cells: number): Float64Array {
  const { width_px, height_px } = rig;
  const pixels = new Float64Array(width_px * height_px);
  const [left, top] = [width_px, height_px].map((count) => (COUNT - cells * count) >> 1) as [number, number];
  for (let row = 0; row < cells * height_px; row += 1) {
    for (let col = 0; col < cells * width_px; col += 1) {
      const pixel = Math.floor(row / cells) * width_px + Math.floor(col / cells);
      pixels[pixel]! += light[(row + top) * COUNT + col + left]! / cells ** 2;
    }
  }
  return pixels.map((value, pixel) => {
    const [u, v] = [
      (2 * (pixel % width_px) + 1) / width_px - 1,
      (2 * Math.floor(pixel / width_px) + 1) / height_px - 1,
    ];
    const rings = rig.fringes.reduce(
      (sum, [weight, fx, fy, phase]) => sum + weight * Math.cos(Math.PI * (fx * u + fy * v) + phase),
      1,
    );
    return value * Math.max(0.02, surface(rig.lightAtSensor, u, v)) * rings;
  });
}

/** The wave that leaves the sample, taken back to the plane that names the distance; averaged over pixels. */
function truthOf(rig: InlineRig, step: number, cells: number): Float64Array {
  const wave = emptyGrid(COUNT, COUNT);
  wave.re.fill(1);
  const { slices, wavelength_um, width_px, height_px } = rig;
  const ordered = slices.toSorted((a, b) => b.z_um - a.z_um);
  ordered.forEach((slice, k) => {
    through(wave, slice, step, wavelength_um);
    const to = ordered[k + 1]?.z_um;
    if (to !== undefined) filtered(wave, [step, step], freeSpace(slice.z_um - to, wavelength_um, rig));
  });
  const back = ordered.at(-1)!.z_um - slices[0]!.z_um;
  if (back !== 0) filtered(wave, [step, step], freeSpace(back, wavelength_um, rig));
  else if (rig.aperture !== null) filtered(wave, [step, step], freeSpace(0, wavelength_um, rig));
  const out = new Float64Array(2 * width_px * height_px);
  const [left, top] = [width_px, height_px].map((count) => (COUNT - cells * count) >> 1) as [number, number];
  for (let row = 0; row < cells * height_px; row += 1) {
    for (let col = 0; col < cells * width_px; col += 1) {
      const pixel = Math.floor(row / cells) * width_px + Math.floor(col / cells);
      const i = (row + top) * COUNT + col + left;
      out[2 * pixel]! += wave.re[i]! / cells ** 2;
      out[2 * pixel + 1]! += wave.im[i]! / cells ** 2;
    }
  }
  return out;
}

/** One camera for all frames of a rig: its pixels keep their gains. */
function cameraOf({ width_px, height_px, camera }: InlineRig, chance: Chance) {
  const gains = Float64Array.from({ length: width_px * height_px }, () => 1 + camera.gains * chance.normal());
  let scale: number | null = null;
  return (light: Float64Array): Frame => {
    const electrons = light.map(
      (value, i) => chance.poisson(camera.electrons * value * gains[i]!) + camera.readNoise * chance.normal(),
    );
    scale ??= electrons.slice().sort()[Math.floor((1 - camera.full) * (electrons.length - 1))]!;
    const full = camera.full > 0 ? scale : 1.15 * scale;
    const most = 2 ** camera.bits - 1;
    const values = electrons.map((value) => {
      const part = camera.pedestal + (1 - camera.pedestal) * Math.max(0, value / full);
      return Math.round(most * Math.min(1, part) ** camera.gamma);
    });
    const samples = camera.bits === 8 ? Uint8Array.from(values) : Uint16Array.from(values);
    return { width: width_px, height: height_px, samples, bitDepth: camera.bits };
  };
}
