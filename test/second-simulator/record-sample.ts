import { Chance } from './chance.ts';
import { filtered, type Grid } from './grid.ts';
import { exposed } from './expose-sample.ts';
import { CELLS, smooth, type SampleRig, type Specks } from './sample-rig.ts';
import { drawSample, pass, planeWave, type Drawn } from './samples.ts';

/** Cells of a grid that holds the frame and what lies around it. */
function gridOf({ width, height }: SampleRig): readonly [rows: number, cols: number] {
  const enough = (side: number) => 2 ** Math.ceil(Math.log2(1.12 * CELLS * side));
  return [enough(height), enough(width)];
}

/** What the sample's wave is by itself, at the middles of the camera's pixels. */
export interface SampleTruth {
  /** rad, as many turns as the sample is thick */
  readonly phase: Float32Array;
  readonly amplitude: Float32Array;
}

/**
 * The frame of a rig, the truth, and the frame without the sample.
 * @param of the same rig as it was when the frame without a sample was taken; null: none was
 */
export function recordSample(rig: SampleRig, of: SampleRig | null) {
  const [rows, cols] = gridOf(rig);
  const drawn = drawSample(rig.sample, rows, cols, 1 / CELLS);
  const noise = new Chance(rig.seed + 77_777);
  const hologram = exposed(objectWave(rig, drawn), rig, noise);
  const empty = drawSample([], rows, cols, 1 / CELLS);
  return {
    hologram,
    truth: truthOf(rig, drawn),
    background: of && exposed(objectWave(of, empty), of, noise),
  };
}

/** Light as it arrives at the camera. */
function objectWave(rig: SampleRig, drawn: Drawn): Grid {
  const [rows, cols] = gridOf(rig);
  const wave = planeWave(rows, cols);
  eachCell(rig, (i, u, v) => (wave.re[i] = Math.sqrt(Math.max(0.02, smooth(rig.light, u, v)))));
  const dirt = new Chance(rig.seed + 31);
  if (rig.rough) {
    roughen(wave, rig.rough, dirt);
    travel(wave, rig, rig.rough.away);
  }
  specks(wave, rig, ({ away }) => away >= 0, dirt);
  through(wave, rig, drawn);
  specks(wave, rig, ({ away }) => away < 0, dirt);
  filtered(wave, [1 / CELLS, 1 / CELLS], lensOf(rig, rig.z));
  return wave;
}

/** Light through specks in planes of their own, and back to that of the sample. */
function specks(wave: Grid, rig: SampleRig, which: (group: Specks) => boolean, chance: Chance): void {
  for (const group of rig.dust.filter(which)) {
    travel(wave, rig, -group.away);
    pass(wave, dustOf(group, wave.rows, wave.cols, rig, chance));
    travel(wave, rig, group.away);
  }
}

/** The sample, slice by slice where it is thick; its middle is where it lies. */
function through(wave: Grid, rig: SampleRig, drawn: Drawn): void {
  const slices = rig.thickness > 0 ? 5 : 1;
  const step = rig.thickness / slices;
  if (slices > 1) travel(wave, rig, (-step * (slices - 1)) / 2);
  for (let k = 0; k < slices; k += 1) {
    pass(wave, drawn, 1 / slices);
    if (slices > 1) travel(wave, rig, k < slices - 1 ? step : (-step * (slices - 1)) / 2);
  }
}

function truthOf(rig: SampleRig, drawn: Drawn): SampleTruth {
  const [rows, cols] = gridOf(rig);
  const wave = planeWave(rows, cols);
  through(wave, rig, drawn);
  // pixels' middles lie between cells
  const half = 0.5 / CELLS;
  const lens = lensOf(rig, 0);
  filtered(wave, [1 / CELLS, 1 / CELLS], (fx, fy) => {
    const [a, b] = lens(fx, fy);
    const angle = 2 * Math.PI * half * (fx + fy);
    return [a * Math.cos(angle) - b * Math.sin(angle), a * Math.sin(angle) + b * Math.cos(angle)];
  });
  const phase = new Float32Array(rig.width * rig.height);
  const amplitude = new Float32Array(rig.width * rig.height);
  const [top, left] = [(rows - CELLS * rig.height) >> 1, (cols - CELLS * rig.width) >> 1];
  for (let j = 0; j < rig.height; j += 1)
    for (let i = 0; i < rig.width; i += 1) {
      const at = (top + CELLS * j) * cols + left + CELLS * i;
      const own = Math.atan2(wave.im[at]!, wave.re[at]!);
      const about =
        (drawn.phase[at]! + drawn.phase[at + 1]! + drawn.phase[at + cols]! + drawn.phase[at + cols + 1]!) / 4;
      const k = j * rig.width + i;
      phase[k] = own + 2 * Math.PI * Math.round((about - own) / (2 * Math.PI));
      amplitude[k] = Math.hypot(wave.re[at]!, wave.im[at]!);
    }
  return { phase, amplitude };
}

/** Every cell with its place on the frame, −1 to 1 from side to side of it. */
function eachCell(rig: SampleRig, visit: (i: number, u: number, v: number) => void): void {
  const [rows, cols] = gridOf(rig);
  for (let row = 0, i = 0; row < rows; row += 1) {
    const v = (2 * row + 1 - rows) / (CELLS * rig.height);
    for (let col = 0; col < cols; col += 1, i += 1)
      visit(
        i,
        Math.max(-1.2, Math.min(1.2, (2 * col + 1 - cols) / (CELLS * rig.width))),
        Math.max(-1.2, Math.min(1.2, v)),
      );
  }
}

function travel(wave: Grid, { wavelength }: SampleRig, z: number): void {
  filtered(wave, [1 / CELLS, 1 / CELLS], (fx, fy) => freeSpace(fx, fy, wavelength, z));
}

function freeSpace(fx: number, fy: number, wavelength: number, z: number): readonly [number, number] {
  const square = 1 / wavelength ** 2 - fx * fx - fy * fy;
  if (square <= 0) return [0, 0];
  const angle = 2 * Math.PI * z * (Math.sqrt(square) - 1 / wavelength);
  return [Math.cos(angle), Math.sin(angle)];
}

function lensOf({ pupil, lens, wavelength }: SampleRig, z: number) {
  return (fx: number, fy: number): readonly [number, number] => {
    // softly over a hundredth of the radius
    const rim = (pupil - Math.hypot(fx, fy)) / (0.01 * pupil);
    if (rim < -0.5) return [0, 0];
    const [a, b] = z === 0 ? [1, 0] : freeSpace(fx, fy, wavelength, z);
    const angle = smooth(lens, fx / pupil, fy / pupil);
    const [c, s] = [Math.min(1, rim + 0.5) * Math.cos(angle), Math.min(1, rim + 0.5) * Math.sin(angle)];
    return [a * c - b * s, a * s + b * c];
  };
}

/** A phase without a structure of its own but its grain. */
function roughen(wave: Grid, { rad, grain }: NonNullable<SampleRig['rough']>, chance: Chance): void {
  const { rows, cols } = wave;
  const noise = planeWave(rows, cols);
  for (let i = 0; i < noise.re.length; i += 1) noise.re[i] = chance.normal();
  filtered(noise, [1 / CELLS, 1 / CELLS], (fx, fy) => [
    Math.exp(-0.5 * (Math.PI * grain) ** 2 * (fx * fx + fy * fy)),
    0,
  ]);
  const size = Math.sqrt(noise.re.reduce((sum, v) => sum + v * v, 0) / noise.re.length);
  pass(wave, { phase: noise.re.map((v) => (rad * v) / size), passes: new Float64Array(rows * cols).fill(1) });
}

function dustOf(
  { count, radius, takes, rad }: Specks,
  rows: number,
  cols: number,
  { width, height }: SampleRig,
  chance: Chance,
): Drawn {
  const specks = Array.from({ length: count }, () => {
    const size = radius * chance.between(0.6, 1.4);
    return {
      x: chance.within(0.5 * width),
      y: chance.within(0.5 * height),
      reach: size,
      passes: 1 - takes,
      phase: (x: number, y: number) => (x * x + y * y < size * size ? rad || 1e-9 : 0),
    };
  });
  return drawSample(specks, rows, cols, 1 / CELLS);
}
