import type { Kernels } from '../../src/core/kernel/kernels.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import type { Frames } from '../../src/core/field/frame.ts';
import type { Recipe } from '../../src/core/recipe/values.ts';
import { Random } from '../../src/core/simulate/random.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import {
  simulatedObjects,
  type SimulationInput,
  type SimulationSpec,
} from '../../src/core/simulate/simulation-spec.ts';
import { targets } from '../../src/core/targets/catalogue.ts';
import type { Certificate } from '../../src/core/targets/target-model.ts';
import { rigOf, setups, shrunk, type Rig, type Setup } from './calibration-rigs.ts';

/** A frame taken for a target that it does not show, or not as it must. */
export interface WrongTry {
  readonly key: string;
  /** what the frame shows */
  readonly kind: string;
  readonly target_id: string;
  readonly recipe: Recipe;
  readonly certificate: Certificate | undefined;
  readonly make: (kernels: Kernels) => Made;
}

export interface Made {
  readonly frames: Frames;
  /** the rig, where the frame does show the target: an answer that agrees with it is none that is wrong */
  readonly truth: SimulationSpec | null;
}

/** Small frames, so that there can be many: they also prove less, and wrong ones pass more easily. */
const SIDES = { inline: 128, 'off-axis': 176 };

/** Everything that the mode allows, with the light going the same way. */
export function candidates(mode: Setup['mode'], recipe: Recipe): string[] {
  return targets
    .filter(({ entry }) => entry.applicable_modes.includes(mode))
    .filter((target) => target.model().illumination === recipe.sample_type)
    .map(({ entry }) => entry.target_id);
}

interface Draft {
  readonly kind: string;
  readonly target_id?: string;
  /** in place of the rig's */
  readonly input?: Partial<SimulationInput>;
  readonly frame?: (random: Random, rig: Rig) => Frame;
  /** the frame does show the target */
  readonly shown?: true;
}

/** One of every kind for each rig; which target is named, and what else varies, turns with the round. */
function draftsOf(setup: Setup, rig: Rig, round: number): Draft[] {
  const random = Random.from(round, 4711);
  const named = candidates(setup.mode, rig.recipe);
  const others = named.filter((id) => id !== setup.target_id);
  const pick = <T>(list: readonly T[], k: number) => list[((k % list.length) + list.length) % list.length]!;
  const size_um = rig.input.object.size_um!;
  const nominalOff = rig.recipe.pixel_pitch_um / rigPitch(rig) - 1;
  const target = rig.input.target!;
  const kinds = simulatedObjects.filter((kind) => kind !== 'flat');
  const view_um = setup.side_px * setup.pitch_um;
  const lattice = rig.target.model().lattices[0];
  // a size that with the error of the nominal pitch would be within what is looked for is nothing anyone could tell
  const other = random.between(0.07, 0.25) + Math.abs(nominalOff);
  const bare = { target: undefined } as unknown as Partial<SimulationInput>;
  const away = 0.5 * view_um + random.between(-0.1, 0.1) * view_um;
  const drafts: Draft[] = [
    { kind: 'the target, as a control', shown: true },
    ...[0, 1, 2].flatMap((k): Draft[] =>
      others.length === 0 ? [] : [anotherTarget(setup.target_id, pick(others, 3 * round + k))],
    ),
    {
      kind: 'the target, 7 to 28 % larger or smaller',
      input: {
        object: { kind: 'target', size_um: size_um * (round % 2 === 0 ? 1 + other : 1 / (1 + other)) },
      },
    },
    {
      kind: 'the target cut off or out of the view',
      shown: true,
      input: { target: { ...target, shift_x_um: away, shift_y_um: round % 2 === 0 ? away : -away } },
    },
    {
      kind: 'the target, far from where it is looked for',
      shown: true,
      input: { z_mm: setup.z_mm * pick([0.3, 0.5, 0.7, 1.4, 2, 3], round) },
    },
    {
      kind: 'the target, saturated',
      shown: true,
      input: { full_scale_percentile: 80, full_scale_fraction: 1 },
    },
    {
      kind: 'nothing but dust and uneven light',
      target_id: pick(named, round),
      input: { ...bare, object: { kind: 'flat' }, dust: 5 + 10 * (round % 4) },
    },
    {
      kind: 'cells, beads, charts or stars',
      target_id: pick(named, round + 1),
      input: { ...bare, object: { kind: pick(kinds, round + setups.indexOf(setup)) } },
    },
    { kind: 'camera noise', target_id: pick(named, round + 2), frame: noise },
    { kind: 'speckle', target_id: pick(named, round + 3), frame: speckle },
  ];
  if (lattice)
    drafts.push({
      kind: 'the target with another period',
      input: { object: { kind: 'target', size_um: size_um * pick([0.5, 2, 2 / 3, 1.5, 0.8, 1.25], round) } },
    });
  return drafts;
}

/** Of which nobody says another size, the user's own grid is the one of 50 µm. */
const sameGrids = ['own-grid', 'distortion-grid-50um'];

function anotherTarget(shown: string, target_id: string): Draft {
  const draft = { kind: 'another target', target_id };
  return sameGrids.includes(shown) && sameGrids.includes(target_id) ? { ...draft, shown: true } : draft;
}

function rigPitch({ input }: Rig): number {
  return input.pixel_pitch_um!;
}

/** In rounds over all rigs, so that any number of them is spread evenly. */
export function* simulatedTries(rounds: number, first = 1): Generator<WrongTry> {
  for (let round = first; round < first + rounds; round += 1) {
    for (const large of setups) {
      const setup = shrunk(large, SIDES);
      const whole = rigOf(setup, round);
      let count = 0;
      for (const draft of draftsOf(setup, whole, round)) {
        count += 1;
        const target_id = draft.target_id ?? setup.target_id;
        // a frame that must hold the target whole may be a large one
        const side =
          target_id === setup.target_id ? setup.side_px : Math.min(setup.side_px, SIDES[setup.mode]);
        const rig = { ...whole, input: { ...whole.input, width_px: side, height_px: side } };
        const input = { ...rig.input, ...draft.input, background: false } as SimulationInput;
        const key = [round, setup.target_id, setup.mode, side, count, draft.kind, target_id].join(' | ');
        yield {
          ...{ key, kind: draft.kind, target_id, recipe: rig.recipe },
          certificate: target_id === setup.target_id ? rig.certificate : undefined,
          make: (kernels) => {
            const frame = draft.frame?.(Random.from(round, 99 + count), rig);
            if (frame) return { frames: { hologram: frame, background: null }, truth: null };
            const { hologram, spec } = simulate(kernels, input);
            return { frames: { hologram, background: null }, truth: draft.shown ? spec : null };
          },
        };
      }
    }
  }
}

function frameOf(rig: Rig, value: (row: number, col: number) => number): Frame {
  const [width, height] = [rig.input.width_px!, rig.input.height_px!];
  const samples = new Uint16Array(width * height);
  for (let row = 0, i = 0; row < height; row += 1)
    for (let col = 0; col < width; col += 1, i += 1)
      samples[i] = Math.min(4095, Math.max(0, Math.round(value(row, col))));
  return { width, height, samples, bitDepth: 12 };
}

function gauss(random: Random): number {
  return Math.sqrt(-2 * Math.log(random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

/** A camera in the dark, or in even light: bright to a few counts, with rows that read a little differently. */
function noise(random: Random, rig: Rig): Frame {
  const mean = 4 ** random.between(1, 5.5);
  const rows = Array.from({ length: rig.input.height_px! }, () => 0.1 * Math.sqrt(mean) * gauss(random));
  return frameOf(rig, (row) => mean + rows[row]! + Math.sqrt(mean) * gauss(random));
}

/** Light through a ground glass, of grains 2 to 12 pixels wide; off-axis with its fringes. */
function speckle(random: Random, rig: Rig): Frame {
  const grain = random.between(2, 12);
  const [cols, rows] = [rig.input.width_px!, rig.input.height_px!];
  const waves = Array.from({ length: 60 }, () => {
    const [r, turn] = [Math.sqrt(random.uniform()) / (2 * grain), 2 * Math.PI * random.uniform()];
    return { fx: r * Math.cos(turn), fy: r * Math.sin(turn), phase: 2 * Math.PI * random.uniform() };
  });
  const inline = rig.input.mode === 'inline';
  const [cx, cy] = [0.18, 0.15];
  const field = (row: number, col: number) => {
    let [re, im] = [0, 0];
    for (const { fx, fy, phase } of waves) {
      const angle = 2 * Math.PI * (fx * col + fy * row) + phase;
      re += Math.cos(angle);
      im += Math.sin(angle);
    }
    const scale = 1 / Math.sqrt(waves.length);
    return [re * scale, im * scale] as const;
  };
  return frameOf(rig, (row, col) => {
    if (row >= rows || col >= cols) return 0;
    const [re, im] = field(row, col);
    const turn = 2 * Math.PI * (cx * col + cy * row);
    const intensity = inline ? re * re + im * im : (re + Math.cos(turn)) ** 2 + (im - Math.sin(turn)) ** 2;
    const electrons = 3000 * intensity;
    return 0.16 * (electrons + Math.sqrt(electrons) * gauss(random));
  });
}
