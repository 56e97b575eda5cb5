/** How a reconstruction of the second simulator's recordings is scored. */
import sharp from 'sharp';
import type { Frame } from '../../src/core/field/frame.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import type { Recipe } from '../../src/core/recipe/values.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { UNIFORM_SIGMA } from '../../src/core/uncertainty/phase-sigma.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { Chance } from '../../test/second-simulator/chance.ts';
import type { Exposed } from '../../test/second-simulator/expose-sample.ts';
import type { SampleRig } from '../../test/second-simulator/sample-rig.ts';
import type { SampleCase } from '../../test/second-simulator/sample-rigs.ts';
import { median } from './markdown-table.ts';
import { differencesOfRegions } from './region-variance.ts';
import type { SigmaScore } from './sigma-score.ts';

/** Of a side, left out at each edge. */
const BORDER = 0.05;
const REGION = { side: 40, count: 24 };

export interface Scored extends SigmaScore {
  readonly sideband: 'right' | 'by convention' | 'wrong';
  readonly warned: readonly string[];
}

export async function asFile({ width, height, samples, bits }: Exposed, jpeg: number | null): Promise<Frame> {
  if (jpeg === null)
    return { width, height, samples: bits === 8 ? Uint8Array.from(samples) : samples, bitDepth: bits };
  const grey = sharp(Uint8Array.from(samples), { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  return (await decodeFrame(await grey.jpeg({ quality: jpeg }).toBuffer())).frame;
}

export function recipeOf({ rig, pitch_um, wavelength_um, reflection }: SampleCase): Recipe {
  return parseRecipe({
    ...{ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um: pitch_um },
    ...{ pixel_pitch_basis: 'object_space', magnification: 3.45 / pitch_um, z_mm: (rig.z * pitch_um) / 1000 },
    ...(reflection ? { sample_type: 'reflection' } : {}),
  });
}

export function score(
  found: Reconstruction,
  truth: Float32Array,
  rig: Pick<SampleRig, 'carrier' | 'pupil'>,
  seed: number,
): Scored {
  const { rows, cols, phase, phase_uncertainty: sigma, metrics, flags } = found;
  const [x, y] = [Number(metrics.carrier_x_cycles_per_px), Number(metrics.carrier_y_cycles_per_px)];
  const apart = (sign: number) => Math.hypot(x - sign * rig.carrier[0], y - sign * rig.carrier[1]);
  const own = apart(1) < apart(-1);
  const byConvention = flags.some(({ code }) => code === 'phase_sign_by_convention' || code === 'twin_open');
  const hit = Math.min(apart(1), apart(-1)) < 0.1 * rig.pupil + 0.01;
  const sideband = !hit || (!own && !byConvention) ? 'wrong' : own ? 'right' : 'by convention';
  const error = phase.data.map((value, at) => value - (own ? 1 : -1) * truth[at]!);
  const known = (at: number) => sigma.data[at]! < 0.999 * UNIFORM_SIGMA;
  let [squares, within, marked, turns, pixels] = [0, 0, 0, 0, 0];
  const sigmas: number[] = [];
  const [top, left] = [Math.ceil(BORDER * rows), Math.ceil(BORDER * cols)];
  for (let j = top; j < rows - top; j += 1)
    for (let i = left; i < cols - left; i += 1) {
      const at = j * cols + i;
      pixels += 1;
      if (!known(at)) {
        marked += 1;
        continue;
      }
      const share = error[at]! / sigma.data[at]!;
      squares += share * share;
      if (Math.abs(share) < 2) within += 1;
      if (Math.abs(error[at]!) > Math.PI && sigma.data[at]! < 1) turns += 1;
      sigmas.push(sigma.data[at]!);
    }
  const used = Math.max(1, pixels - marked);
  const chance = new Chance(seed + 5);
  return {
    ...{ sideband, ratio: Math.sqrt(squares / used), within: within / used },
    ...{
      marked: marked / pixels,
      turns: turns / pixels,
      sigma: sigmas.length > 0 ? median(sigmas) : UNIFORM_SIGMA,
    },
    differences: differencesOfRegions(found, error, known, REGION, (from, to) => chance.between(from, to)),
    warned: flags.filter(({ level }) => level === 'warning').map(({ code }) => code),
  };
}
