import type { Frame } from '../../src/core/field/frame.ts';
import type { TargetModel } from '../../src/core/targets/target-model.ts';
import { Chance } from './chance.ts';
import { distorted, type Distortion } from './distorted.ts';
import { drawTarget, type Lying } from './draw.ts';
import { emptyGrid, filtered, type Grid } from './grid.ts';

/** A smooth surface over the view, from −1 to 1 along each side: Σ of [i, j, weight] over uⁱ vʲ. */
export type Surface = readonly (readonly [number, number, number])[];

/** A rig with what real ones have wrong. Lengths in µm on the target, as its image shows them. */
export interface SecondRig {
  readonly mode: 'off-axis' | 'inline';
  readonly side_px: number;
  readonly pitch_x_um: number;
  readonly pitch_y_um: number;
  readonly wavelength_um: number;
  readonly z_um: number;
  /** of the wave that meets the target; 0: plane */
  readonly curvature_per_um: number;
  readonly lying: Lying;
  readonly bias_um: number;
  /** relative intensity at the target, and what the reference or the sensor adds beyond it */
  readonly lightAtTarget: Surface;
  readonly lightAtSensor: Surface;
  /** what a lens passes, cycles per µm, and its aberration, waves: [Zernike's n, m, weight]; null: no lens */
  readonly lens: { readonly radius: number; readonly waves: Surface } | null;
  /** where the lens puts what lies at (u, v) beside where it belongs; absent: where it belongs */
  readonly distortion?: Distortion;
  /** a weak copy by reflections: amplitude, shift in µm, turn of its phase */
  readonly ghosts: readonly (readonly [amplitude: number, x_um: number, y_um: number, phase: number])[];
  /** off-axis: cycles per pixel, and the phase between both waves at the sensor, rad */
  readonly carrier: readonly [number, number];
  readonly phaseAtSensor: Surface;
  readonly electrons: number;
  readonly seed: number;
}

/** Cells along a side of a pixel: fine enough for an intensity, which has twice its wave's band. */
const CELLS = 3;
const READ_NOISE = 8;
const BITS = 12;
/** counts are full at so many times what the brightest pixels but 0.5 % collect */
const FULL = 1.3;

/** The frame, and the rig's frame without the target where it is asked for. */
export function record(
  model: TargetModel,
  rig: SecondRig,
  withBackground: boolean,
): { readonly hologram: Frame; readonly background: Frame | null } {
  const chance = new Chance(rig.seed);
  const hologram = counted(expected(model, rig), chance);
  const full = FULL * percentile(hologram, 0.995);
  const background = withBackground ? counted(expected(null, rig), chance) : null;
  return {
    hologram: digital(hologram, rig.side_px, full),
    background: background && digital(background, rig.side_px, full),
  };
}

/**
 * Electrons that each pixel collects in the mean.
 * @param model null: of the rig without a target
 */
export function expected(model: TargetModel | null, rig: SecondRig, cells = CELLS): Float64Array {
  return collected(arriving(model, rig, cells), rig, cells);
}

/** The wave behind the lens, on cells of so many along a side of a pixel. */
export function arriving(model: TargetModel | null, rig: SecondRig, cells = CELLS): Grid {
  const side = cells * rig.side_px;
  // light from a good way beyond the frame, and a beam that ends softly before the grid does
  const count = 2 ** Math.ceil(Math.log2(1.4 * side));
  const steps = [rig.pitch_x_um / cells, rig.pitch_y_um / cells] as const;
  const wave = model
    ? drawTarget(model, [count, count], steps, rig.lying, rig.wavelength_um, rig.bias_um)
    : emptyGrid(count, count);
  if (!model) wave.re.fill(1);
  lit(wave, steps, side, rig);
  filtered(wave, steps, pathOf(rig));
  return wave;
}

/** Electrons that each pixel collects of it in the mean. */
export function collected(wave: Grid, rig: SecondRig, cells = CELLS): Float64Array {
  const side = cells * rig.side_px;
  const copied = withGhosts(wave, [rig.pitch_x_um / cells, rig.pitch_y_um / cells], rig);
  const field = rig.distortion ? distorted(copied, side, rig.distortion) : copied;
  return exposed(field, cells, rig).map((value) => (rig.electrons / 2) * value);
}

function counted(means: Float64Array, chance: Chance): Float64Array {
  return means.map((mean) => chance.poisson(mean) + READ_NOISE * chance.normal());
}

/** Mean square of what noise adds to a pixel, electrons, by how many it collects in the mean. */
export function varianceOf(means: Float64Array): Float64Array {
  const step = (FULL * percentile(means, 0.995)) / (2 ** BITS - 1);
  return means.map((mean) => mean + READ_NOISE * READ_NOISE + (step * step) / 12);
}

/** A surface at the places of a grid: its powers are taken once for each row and column. */
function surface(
  terms: Surface,
  us: Float64Array,
  vs: Float64Array,
): (row: number, col: number, base: number) => number {
  const across = terms.map(([i, , weight]) => us.map((u) => weight * u ** i));
  const down = terms.map(([, j]) => vs.map((v) => v ** j));
  return (row, col, base) => {
    let sum = 0;
    for (let k = 0; k < terms.length; k += 1) sum += across[k]![col]! * down[k]![row]!;
    return base + sum;
  };
}

const along = (count: number, place: (k: number) => number): Float64Array =>
  Float64Array.from({ length: count }, (_, k) => place(k));

/** The light that meets the target, uneven and curved, in a beam that ends softly outside of the view. */
function lit(
  { rows, cols, re, im }: Grid,
  [hx, hy]: readonly [number, number],
  side: number,
  rig: SecondRig,
): void {
  const bend = (Math.PI * rig.curvature_per_um) / rig.wavelength_um;
  const rim = (count: number) => (k: number) => {
    const out = (Math.abs(k + 0.5 - count / 2) - count * 0.42) / (count * 0.08);
    return out <= 0 ? 1 : 0.5 + 0.5 * Math.cos(Math.PI * Math.min(1, out));
  };
  const [rimX, rimY] = [along(cols, rim(cols)), along(rows, rim(rows))];
  const uneven = surface(
    rig.lightAtTarget,
    along(cols, (col) => clip((2 * col + 1 - cols) / side)),
    along(rows, (row) => clip((2 * row + 1 - rows) / side)),
  );
  for (let row = 0, i = 0; row < rows; row += 1) {
    const y = (row + 0.5 - rows / 2) * hy;
    for (let col = 0; col < cols; col += 1, i += 1) {
      const x = (col + 0.5 - cols / 2) * hx;
      const size = Math.sqrt(Math.max(0.05, uneven(row, col, 1))) * rimY[row]! * rimX[col]!;
      const angle = bend * (x * x + y * y);
      const c = size * Math.cos(angle);
      const s = size * Math.sin(angle);
      const a = re[i]!;
      const b = im[i]!;
      re[i] = a * c - b * s;
      im[i] = a * s + b * c;
    }
  }
}

/** Light does not go on rising beyond the view. */
function clip(u: number): number {
  return Math.max(-1.3, Math.min(1.3, u));
}

/** Free space over z, and a lens: sharp aperture, Zernike’s aberrations. */
function pathOf({ wavelength_um, z_um, lens }: SecondRig) {
  return (fx: number, fy: number): readonly [number, number] => {
    const square = 1 / (wavelength_um * wavelength_um) - fx * fx - fy * fy;
    if (square <= 0) return [0, 0];
    let angle = 2 * Math.PI * z_um * (Math.sqrt(square) - 1 / wavelength_um);
    if (lens) {
      const rho = Math.hypot(fx, fy) / lens.radius;
      if (rho > 1) return [0, 0];
      const theta = Math.atan2(fy, fx);
      for (const [n, m, waves] of lens.waves) angle += 2 * Math.PI * waves * zernike(n, m, rho, theta);
    }
    return [Math.cos(angle), Math.sin(angle)];
  };
}

/** Of unit variance over the disc; the few that lenses have. */
function zernike(n: number, m: number, rho: number, theta: number): number {
  if (n === 4 && m === 0) return Math.sqrt(5) * (6 * rho ** 4 - 6 * rho ** 2 + 1);
  const radial = n === 3 && Math.abs(m) === 1 ? 3 * rho ** 3 - 2 * rho : rho ** n;
  return Math.sqrt(2 * (n + 1)) * radial * (m < 0 ? Math.sin(-m * theta) : Math.cos(m * theta));
}

function withGhosts(wave: Grid, [hx, hy]: readonly [number, number], { ghosts }: SecondRig): Grid {
  const { rows, cols } = wave;
  const out = { ...wave, re: wave.re.slice(), im: wave.im.slice() };
  for (const [amplitude, x, y, phase] of ghosts) {
    const [c, s] = [amplitude * Math.cos(phase), amplitude * Math.sin(phase)];
    const [dx, dy] = [Math.round(x / hx), Math.round(y / hy)];
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1) {
        const from = ((row + dy + rows) % rows) * cols + ((col + dx + cols) % cols);
        out.re[row * cols + col]! += c * wave.re[from]! - s * wave.im[from]!;
        out.im[row * cols + col]! += s * wave.re[from]! + c * wave.im[from]!;
      }
    }
  }
  return out;
}

/** What each pixel collects over its whole area. */
function exposed({ rows, cols, re, im }: Grid, cells: number, rig: SecondRig): Float64Array {
  const side = cells * rig.side_px;
  const pixels = new Float64Array(rig.side_px * rig.side_px);
  const [top, left] = [(rows - side) >> 1, (cols - side) >> 1];
  const places = along(side, (k) => (2 * k + 1) / side - 1);
  const light = surface(rig.lightAtSensor, places, places);
  const bent = surface(rig.phaseAtSensor, places, places);
  const [kx, ky] = rig.carrier;
  for (let row = 0; row < side; row += 1) {
    for (let col = 0; col < side; col += 1) {
      const i = (row + top) * cols + col + left;
      const level = Math.max(0.05, light(row, col, 1));
      let a = re[i]!;
      let b = im[i]!;
      if (rig.mode === 'off-axis') {
        // the object's wave is ahead of the reference by carrier and aberration
        const angle = bent(row, col, 2 * Math.PI * (kx * (col / cells) + ky * (row / cells)));
        a += Math.cos(angle) * Math.sqrt(level);
        b -= Math.sin(angle) * Math.sqrt(level);
      }
      const intensity = (a * a + b * b) * (rig.mode === 'inline' ? level : 1);
      pixels[Math.floor(row / cells) * rig.side_px + Math.floor(col / cells)]! += intensity / cells ** 2;
    }
  }
  return pixels;
}

function percentile(values: Float64Array, share: number): number {
  return values.slice().sort()[Math.floor(share * (values.length - 1))]!;
}

function digital(electrons: Float64Array, side: number, full: number): Frame {
  const most = 2 ** BITS - 1;
  const samples = Uint16Array.from(electrons, (value) =>
    Math.max(0, Math.min(most, Math.round((value / full) * most))),
  );
  return { width: side, height: side, samples, bitDepth: BITS };
}
