import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '../../src/core/field/frame.ts';
import type { Recipe } from '../../src/core/recipe/values.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { Random } from '../../src/core/simulate/random.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { candidates, type WrongTry } from './calibration-wrong-frames.ts';
import { dataFolder } from './data-folder.ts';
import { inlineSets } from './inline-set.ts';
import { firstRun, realSets } from './real-set.ts';

/** px: parts of recordings, so that there can be many */
const SIDES = { inline: 128, 'off-axis': 176 };
const PARTS = 3;
/** Recordings that show a target of the catalogue, and those targets. */
export const SHOWN: Readonly<Record<string, string>> = {
  'usaf-lensless-405nm': 'usaf-1951',
  'usaf-phase-20x': 'usaf-1951',
};

export interface Recording {
  readonly folder: string;
  readonly file: string;
  readonly mode: 'inline' | 'off-axis';
  readonly recipe: Recipe;
}

/** Those that any target may be looked for in. */
export function recordings(): Recording[] {
  const offAxis = realSets.map((set): Recording => {
    const recipe = parseRecipe({ ...firstRun(set), sideband: 'auto' });
    return { folder: set.folder, file: 'hologram.png', mode: 'off-axis', recipe };
  });
  // planes of one object are nearly alike, and of a distance that nobody states any will do
  const own = inlineSets.filter(
    (set, k) => inlineSets.findIndex(({ folder }) => folder === set.folder) === k,
  );
  const inline = own.map(({ folder, file, wavelength, pitch, stated, range }): Recording => {
    const z = { z_mm: (stated ?? (range[0] + range[1]) / 2) / 1000 };
    const rig = {
      holography_mode: 'inline',
      wavelength_um: Math.max(0.4, wavelength),
      pixel_pitch_um: pitch,
      ...z,
    };
    const basis = { pixel_pitch_basis: 'object_space', magnification: 3.45 / pitch };
    return { folder, file, mode: 'inline', recipe: parseRecipe({ ...rig, ...(pitch < 2 ? basis : {}) }) };
  });
  return [...offAxis, ...inline];
}

export function part(frame: Frame, side: number, random: Random): Frame {
  const [width, height] = [Math.min(side, frame.width), Math.min(side, frame.height)];
  const left = Math.floor(random.between(0, frame.width - width + 1));
  const top = Math.floor(random.between(0, frame.height - height + 1));
  const samples = new Float64Array(width * height);
  for (let row = 0; row < height; row += 1)
    for (let col = 0; col < width; col += 1)
      samples[row * width + col] = frame.samples[(row + top) * frame.width + col + left]!;
  return { width, height, samples: Uint16Array.from(samples), bitDepth: frame.bitDepth };
}

/** Parts of other people's recordings taken for each target that the mode allows, but those that they show. */
export async function realTries(): Promise<WrongTry[]> {
  const data = dataFolder();
  if (!data) return [];
  const tries: WrongTry[] = [];
  for (const { folder, file, mode, recipe } of recordings()) {
    const { frame } = await decodeFrame(readFileSync(join(data, folder, file)));
    for (let k = 0; k < PARTS; k += 1) {
      for (const target_id of candidates(mode, recipe)) {
        if (SHOWN[folder] === target_id) continue;
        tries.push({
          ...{
            key: ['real', folder, file, k, SIDES[mode], target_id].join(' | '),
            kind: `a recording, ${mode}`,
          },
          ...{ target_id, recipe, certificate: undefined },
          make: () => {
            const hologram = part(frame, SIDES[mode], Random.from(k, 31));
            return { frames: { hologram, background: null }, truth: null };
          },
        });
      }
    }
  }
  // not one recording after the other: a short run has some of each
  const order = Random.from(1, 32);
  return tries
    .map((one) => ({ one, at: order.uniform() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
