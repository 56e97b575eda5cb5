import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '../../src/core/field/frame.ts';
import type { Recipe } from '../../src/core/recipe/values.ts';
import { Random } from '../../src/core/simulate/random.ts';
import type { Target } from '../../src/core/targets/target.ts';
import type { Certificate, TargetModel } from '../../src/core/targets/target-model.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { Chance } from '../../test/second-simulator/chance.ts';
import { inlineKinds, inlineRigCase } from '../../test/second-simulator/inline-rigs.ts';
import { recordInline } from '../../test/second-simulator/record-inline.ts';
import { recordSample } from '../../test/second-simulator/record-sample.ts';
import { record, type SecondRig } from '../../test/second-simulator/record.ts';
import { secondCase, type SecondSetup } from '../../test/second-simulator/rigs.ts';
import { rigKinds, sampleCase } from '../../test/second-simulator/sample-rigs.ts';
import { part, recordings, SHOWN } from './calibration-real-frames.ts';
import { setups, shrunk } from './calibration-rigs.ts';
import { smallSetups } from './calibration-second-setups.ts';
import { dataFolder } from './data-folder.ts';
import { wrongScenes } from './wrong-scenes.ts';

/** A frame that is taken for a target. */
export interface OtherKind {
  readonly kind: string;
  readonly name: string;
  readonly target: Target;
  readonly recipe: Recipe;
  readonly certificate: Certificate | undefined;
  /** null: a recording, and there are none */
  readonly frame: Frame | null;
  /** µm, where the frame does show the target: an answer that agrees with it is none that is wrong */
  readonly pitch: number | null;
}

interface Case {
  readonly seed: number;
  readonly chance: Chance;
  readonly setup: SecondSetup;
  readonly target: Target;
  readonly certificate: Certificate | undefined;
  readonly rig: SecondRig;
  readonly pitch: number;
}

interface Shown {
  readonly frame: Frame | null;
  /** the frame does show the target */
  readonly isTarget?: boolean;
}

/** µm: what users' own lattices are said to have, near those of the catalogue in the same rigs */
const OWN_UM = { inline: 55, 'off-axis': 45 };
const SIDES = { inline: 160, 'off-axis': 200 };
/** Of the sides at which one thing just fits in: the simulator lays it aside by up to a tenth of the side, each way. */
const ROOM = 1.25;

/** Rigs for every target of the catalogue in every mode: those of the second simulator, and the same for what it has none for. */
const rigs: readonly SecondSetup[] = [
  ...smallSetups,
  ...setups
    .map((setup) => shrunk(setup, SIDES))
    .map((setup): SecondSetup => ({
      ...setup,
      side_px: Math.ceil(ROOM * setup.side_px),
      z_um: 1000 * setup.z_mm,
    }))
    .filter(
      ({ target_id, mode }) => !smallSetups.some((one) => one.target_id === target_id && one.mode === mode),
    ),
  ...(['own-lines', 'own-grid', 'own-dots'] as const).flatMap((target_id) => [
    { target_id, mode: 'inline' as const, side_px: 160, pitch_um: 3.45, z_um: 1500 },
    { target_id, mode: 'off-axis' as const, side_px: 176, pitch_um: 1.6, z_um: 300 },
  ]),
  { target_id: 'own-holes', mode: 'off-axis', side_px: 176, pitch_um: 1.6, z_um: 300 },
  { target_id: 'own-pillars', mode: 'off-axis', side_px: 176, pitch_um: 1.6, z_um: 300 },
];

const kinds: Readonly<Record<string, (about: Case) => Promise<Shown> | Shown>> = {
  ...Object.fromEntries(
    Object.keys(wrongScenes).map((name) => [name, (about: Case) => ({ frame: recordScene(name, about) })]),
  ),
  'a photograph of text, a screen or cloth': (about) => {
    const names = ['a page of text', 'a screenshot', 'woven cloth', 'a tiled picture'];
    const lens = { radius: 0.3 / about.setup.pitch_um, waves: [] };
    const { rig } = about;
    const photograph: SecondRig = { ...rig, mode: 'inline', z_um: 0, curvature_per_um: 0, ghosts: [], lens };
    return { frame: recordScene(pick(names, about.chance), { ...about, rig: photograph }) };
  },
  'the target, of another scale': (about) => {
    const factor = pick([1 / 3, 0.5, 2 / 3, 0.8, 1.25, 1.5, 2, 3], about.chance);
    const size = sizeOf(about);
    const model = about.target.model({ ...about.certificate, feature_size_um: factor * size });
    return { frame: recorded(model, about.rig) };
  },
  'the target, blurred': ({ target, certificate, rig, chance, setup }) => {
    const model = target.model(certificate);
    const blur = chance.next();
    const isTarget = true;
    if (blur < 0.4) {
      const lens = { waves: [], ...rig.lens, radius: chance.between(0.02, 0.08) / setup.pitch_um };
      return { isTarget, frame: recorded(model, { ...rig, lens }) };
    }
    if (blur < 0.6)
      return { isTarget, frame: recorded(model, { ...rig, z_um: rig.z_um * chance.between(1.6, 5) }) };
    return { isTarget, frame: smeared(recorded(model, rig), Math.round(chance.between(4, 24)), chance) };
  },
  'the target, as a mosaic': ({ target, certificate, rig, chance }) => {
    const frame = recorded(target.model(certificate), rig);
    const side = Math.round(chance.between(3, 12));
    return chance.next() < 0.5
      ? { isTarget: true, frame: averaged(frame, side) }
      : { frame: shuffled(frame, 4 * side, chance) };
  },
  'a live sample': ({ seed, setup, chance }) => {
    if (setup.mode === 'inline') {
      const { rig } = inlineRigCase(pick(Object.keys(inlineKinds), chance), seed);
      return { frame: recordInline(rig, false).hologram };
    }
    const { rig } = sampleCase(pick(Object.keys(rigKinds), chance), seed);
    const { hologram } = recordSample(rig, null);
    const whole = { ...hologram, bitDepth: hologram.bits } satisfies Frame;
    return { frame: part(whole, setup.side_px, Random.from(seed, 1)) };
  },
  'a recording of others': async ({ seed, setup, target, chance }) => {
    const data = dataFolder();
    if (!data) return { frame: null };
    const those = recordings().filter(
      ({ mode, folder }) => mode === setup.mode && SHOWN[folder] !== target.entry.target_id,
    );
    const { folder, file } = pick(those, chance);
    const { frame } = await decodeFrame(readFileSync(join(data, folder, file)));
    return { frame: part(frame, setup.side_px, Random.from(seed, 2)) };
  },
};

/** How the frames of a bench are other than by default. */
export interface OtherOptions {
  /** the target itself, which must be accepted: without it nothing says that what is refused is refused for what it shows */
  readonly control: boolean;
  /** in-line rigs have a lens, too, which may distort */
  readonly lens: boolean;
}

/** Every kind by every rig before any pair comes a second time: their numbers have no common divisor. */
export async function otherKind(seed: number, { control, lens }: OtherOptions): Promise<OtherKind> {
  const names = Object.keys(kinds);
  const kind = control ? CONTROL : names[seed % names.length]!;
  const setup = rigs[seed % rigs.length]!;
  const { target, rig, recipe: told, truth } = secondCase(setup, seed);
  const recipe = lens ? throughLens(told) : told;
  const own_um = OWN_UM[setup.mode];
  const certificate = target.described
    ? { feature_size_um: own_um, feature_tolerance_um: 0.001 * own_um, number: 'none' }
    : undefined;
  const chance = new Chance(seed + 90_000);
  const about: Case = { seed, chance, setup, target, certificate, rig, pitch: truth.pitch };
  const { frame, isTarget } = control ? shown(about) : await kinds[kind]!(about);
  return {
    ...{ kind, name: `${kind}, as ${target.entry.target_id} (${setup.mode})`, target, recipe, certificate },
    ...{ frame, pitch: isTarget ? truth.pitch : null },
  };
}

const CONTROL = 'the target itself';

function shown({ target, certificate, rig }: Case): Shown {
  return { isTarget: true, frame: recorded(target.model(certificate), rig) };
}

/** The same in-line rig, said to have a lens. */
export function throughLens(recipe: Recipe): Recipe {
  if (recipe.holography_mode !== 'inline' || recipe.magnification !== 1) return recipe;
  return { ...recipe, pixel_pitch_basis: 'object_space', magnification: 1.5 };
}

function pick<T>(from: readonly T[], chance: Chance): T {
  return from[Math.floor(chance.next() * from.length)]!;
}

function sizeOf({ target, certificate }: Case): number {
  return certificate?.feature_size_um ?? target.entry.feature_size_um;
}

function recorded(model: TargetModel, rig: SecondRig): Frame {
  return record(model, rig, false).hologram;
}

/** A scene in place of the target, with periods as the target has them. */
function recordScene(name: string, about: Case): Frame {
  const { target, certificate, setup, chance, rig } = about;
  const model = target.model(certificate);
  const [lattice] = model.lattices;
  const view = setup.side_px * setup.pitch_um;
  const period = lattice
    ? Math.hypot(lattice.a.x_um, lattice.a.y_um)
    : Math.min(view / 5, Math.max(view / 14, sizeOf(about)));
  const isGrid = lattice ? lattice.b !== null : chance.next() < 0.5;
  const { ground, areas } = wrongScenes[name]!({ chance, view, period, isGrid });
  return recorded({ ...model, ground, areas: () => [...areas] }, rig);
}

/** What `make` makes of each sample. */
function remade(frame: Frame, make: (col: number, row: number) => number): Frame {
  const { width, height } = frame;
  const samples = Uint16Array.from({ length: width * height }, (_, i) =>
    Math.round(make(i % width, Math.floor(i / width))),
  );
  return { ...frame, samples };
}

/** Moved while it was exposed. */
function smeared(frame: Frame, length: number, chance: Chance): Frame {
  const angle = chance.between(0, Math.PI);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const clip = (k: number, count: number) => Math.max(0, Math.min(count - 1, Math.round(k)));
  return remade(frame, (col, row) => {
    let sum = 0;
    for (let k = 0; k < length; k += 1) {
      const at = k - (length - 1) / 2;
      sum +=
        frame.samples[clip(row + at * dy, frame.height) * frame.width + clip(col + at * dx, frame.width)]!;
    }
    return sum / length;
  });
}

/** Squares of one value each. */
function averaged(frame: Frame, side: number): Frame {
  const { width, height, samples } = frame;
  return remade(frame, (col, row) => {
    const [left, top] = [col - (col % side), row - (row % side)];
    let [sum, count] = [0, 0];
    for (let y = top; y < Math.min(top + side, height); y += 1)
      for (let x = left; x < Math.min(left + side, width); x += 1, count += 1) sum += samples[y * width + x]!;
    return sum / count;
  });
}

/** Squares of the frame in another order. */
function shuffled(frame: Frame, side: number, chance: Chance): Frame {
  const { width, height, samples } = frame;
  const [across, down] = [Math.floor(width / side), Math.floor(height / side)];
  const order = Array.from({ length: across * down }, (_, k) => k)
    .map((k) => ({ k, at: chance.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ k }) => k);
  return remade(frame, (col, row) => {
    const [i, j] = [Math.floor(col / side), Math.floor(row / side)];
    if (i >= across || j >= down) return samples[row * width + col]!;
    const from = order[j * across + i]!;
    const [x, y] = [(from % across) * side + (col % side), Math.floor(from / across) * side + (row % side)];
    return samples[y * width + x]!;
  });
}
