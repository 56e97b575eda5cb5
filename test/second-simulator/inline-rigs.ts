import { Chance } from './chance.ts';
import type { InlineCamera, InlineRig, Slice } from './record-inline.ts';
import { ball, bars, cell, disc, fibre, placesIn, redCell, type InlinePart } from './inline-parts.ts';
import { unevenness } from './unevenness.ts';

export interface InlineRigCase {
  readonly rig: InlineRig;
  readonly withBackground: boolean;
  /** through a JPEG of this quality; null: nothing is lost */
  readonly jpeg: number | null;
  /** what is asked for, in-line: wavelength as it is stated, pitch, magnification */
  readonly asked: Readonly<Record<string, unknown>>;
}

/** A view that a sample is put into: half of its sides, µm, and what a phase of 1 rad is as a path. */
interface View {
  readonly half: readonly [number, number];
  readonly pixel: number;
  readonly radian: number;
  readonly chance: Chance;
}

type Sample = (view: View) => readonly InlinePart[];

const few = (chance: Chance, from: number, to: number) => Math.floor(chance.between(from, to + 1));
const some = (view: View, count: readonly [number, number], radius: number, wide = 0.9) =>
  placesIn(view.chance, few(view.chance, ...count), [wide * view.half[0], wide * view.half[1]], 2.2 * radius);

/** Thin cells that delay light only. */
const clearCells: Sample = (view) => {
  const { chance, radian } = view;
  const radius = chance.between(8, 16) * view.pixel;
  return some(view, [4, 12], radius).map((at) =>
    cell(at, radius * chance.between(0.8, 1.2), chance.between(0.3, 2) * radian, 1, chance),
  );
};
const dyedCells: Sample = (view) => {
  const { chance, radian } = view;
  const radius = chance.between(8, 16) * view.pixel;
  return some(view, [4, 12], radius).map((at) =>
    cell(at, radius, chance.between(0.5, 1.5) * radian, chance.between(0.6, 0.95), chance),
  );
};
const redCells: Sample = (view) => {
  const { chance, radian } = view;
  const radius = chance.between(8, 12) * view.pixel;
  const peak = chance.between(1, 2.5) * radian;
  return some(view, [6, 20], radius).map((at) => redCell(at, radius * chance.between(0.9, 1.1), peak, 1));
};
const opaqueBeads: Sample = (view) => {
  const { chance } = view;
  const radius = chance.between(3, 8) * view.pixel;
  return some(view, [3, 15], radius).map((at) => disc(at, radius * chance.between(0.8, 1.2), 0));
};
const clearBeads: Sample = (view) => {
  const { chance, radian } = view;
  const radius = chance.between(8, 20) * view.pixel;
  const peak = chance.between(1, 5) * radian;
  return some(view, [1, 8], radius).map((at) => ball(at, radius, peak, 1));
};
const fibres: Sample = (view) => {
  const { chance, radian, pixel } = view;
  const [absorbs, delays] = [chance.between(0.05, 0.6), chance.between(0.5, 2) * radian];
  const isDark = chance.next() < 0.5;
  return some(view, [2, 5], 10 * pixel).map((at) =>
    fibre(
      at,
      [chance.between(80, 300) * pixel, chance.between(2, 6) * pixel],
      chance.between(0, Math.PI),
      chance.within(0.2),
      isDark ? [0, absorbs] : [delays, 1],
    ),
  );
};
const darkChart: Sample = ({ half, pixel, chance }) => [
  bars({ x_um: 0, y_um: 0 }, [1.1 * Math.min(...half), 1.2 * pixel], chance.between(0, 6.28), [
    0,
    chance.next() < 0.5 ? 0 : chance.between(0.1, 0.6),
  ]),
];
const phaseChart: Sample = ({ half, pixel, chance, radian }) => [
  bars({ x_um: 0, y_um: 0 }, [1.1 * Math.min(...half), 1.2 * pixel], chance.between(0, 6.28), [
    chance.between(0.4, 2) * radian,
    1,
  ]),
];
const suspension: Sample = (view) => {
  const { chance, radian } = view;
  const radius = chance.between(2, 4) * view.pixel;
  const peak = chance.between(0.5, 2) * radian;
  return some(view, [100, 250], radius, 1.4).map((at) => ball(at, radius, peak, 1));
};
/** Tissue: large things that leave the frame on its sides. */
const cutCells: Sample = (view) => {
  const { chance, radian, half } = view;
  const radius = 0.3 * Math.min(...half);
  return [0, 1, 2, 3].map((side) => {
    const along = chance.within(0.8);
    const out = chance.between(0.85, 1.1) * (side < 2 ? -1 : 1);
    const [x, y] = side % 2 === 0 ? [out, along] : [along, out];
    const at = { x_um: x * half[0], y_um: y * half[1] };
    return cell(at, radius, chance.between(0.5, 2) * radian, 1, chance);
  });
};
/** Weak things that absorb: dust, stained specks. */
const dimSpecks: Sample = (view) => {
  const { chance } = view;
  const radius = chance.between(3, 10) * view.pixel;
  return some(view, [5, 20], radius).map((at) => ball(at, radius, 0, chance.between(0.6, 0.9)));
};

/** How a kind of rig departs from a good one. */
interface Kind {
  readonly samples: readonly Sample[];
  /** further planes, over the distance of the first */
  readonly planes?: number;
  readonly rig?: (chance: Chance, rig: InlineRig) => Partial<InlineRig>;
  readonly camera?: (chance: Chance) => Partial<InlineCamera>;
  readonly jpeg?: true;
  /** relative error of the wavelength that is stated */
  readonly wavelength?: number;
  readonly microscope?: true;
}

const anything = [clearCells, opaqueBeads, clearBeads, fibres, dimSpecks];

export const inlineKinds: Readonly<Record<string, Kind>> = {
  'clear cells': { samples: [clearCells, redCells] },
  'cells that absorb and delay': { samples: [dyedCells] },
  'opaque beads': { samples: [opaqueBeads] },
  'clear beads': { samples: [clearBeads] },
  fibres: { samples: [fibres] },
  'dark charts': { samples: [darkChart] },
  'phase charts': { samples: [phaseChart] },
  'dim specks': { samples: [dimSpecks] },
  suspensions: { samples: [suspension] },
  'cut by the edge': { samples: [cutCells] },
  'two planes': { samples: anything, planes: 1 },
  LED: {
    samples: anything,
    rig: (chance, { wavelength_um, pitch_um, slices }) => ({
      bandwidth_um: chance.between(0.004, 0.01) * (wavelength_um / 0.53),
      // a pixel of blur or two
      sourceAngle: (chance.between(0.4, 1.2) * pitch_um) / slices[0]!.z_um,
    }),
  },
  'uneven light': {
    samples: anything,
    rig: (chance) => ({
      lightAtSample: unevenness(chance, 0.25),
      lightAtSensor: unevenness(chance, 0.1),
      fringes: [0, 1].map(
        () =>
          [
            ...([chance.between(0.01, 0.04), chance.within(4)] as const),
            ...([chance.within(4), chance.between(0, 6)] as const),
          ] as const,
      ),
    }),
  },
  'dust and gains': {
    samples: anything,
    rig: (chance, rig) => ({ window: [dustOf(chance, rig, [8, 20])] }),
    camera: (chance) => ({ gains: chance.between(0.01, 0.03), bits: 8 }),
  },
  '8 bit, gamma, full pixels': {
    samples: anything,
    camera: (chance) => ({
      ...{ bits: 8, gamma: chance.between(0.6, 1), full: chance.between(0, 0.03) },
      pedestal: chance.between(0, 0.06),
    }),
  },
  JPEG: { samples: anything, jpeg: true, camera: () => ({ bits: 8 }) },
  'point source': {
    samples: anything,
    rig: (chance, { slices }) => ({ curvature_per_um: chance.between(0.005, 0.04) / slices[0]!.z_um }),
  },
  'wavelength 1 % off': { samples: anything, wavelength: 0.01 },
  microscope: { samples: [clearCells, clearBeads, redCells, opaqueBeads], microscope: true },
};

/** A case of a kind: sizes, light and camera are drawn before what the kind changes. */
export function inlineRigCase(name: string, seed: number): InlineRigCase {
  const kind = inlineKinds[name]!;
  const chance = new Chance(seed);
  const isFine = kind.microscope ?? false;
  const wavelength_um = [0.405, 0.45, 0.532, 0.6328, 0.65][few(chance, 0, 4)]!;
  const pitches = isFine ? [0.17, 0.25, 0.345] : [1.12, 1.67, 2.2, 3.45];
  const pitch_um = pitches[few(chance, 0, pitches.length - 1)]!;
  const [width_px, height_px] = [few(chance, 225, 256), few(chance, 225, 256)];
  // at the longest the finest light of half of the band walks half of the view
  const z_um = (chance.between(0.3, 1.6) * 240 * pitch_um * pitch_um) / wavelength_um;
  const half = [(width_px * pitch_um) / 2, (height_px * pitch_um) / 2] as const;
  const radian = wavelength_um / (2 * Math.PI);
  const sample = kind.samples[few(chance, 0, kind.samples.length - 1)]!;
  const view = { half, pixel: pitch_um, radian, chance };
  const slices: Slice[] = [{ z_um, parts: sample(view) }];
  if (kind.planes) slices.push({ z_um: z_um * chance.between(1.3, 2), parts: sample(view) });
  const plain: InlineRig = {
    ...{ width_px, height_px, pitch_um, wavelength_um, bandwidth_um: 0, sourceAngle: 0, curvature_per_um: 0 },
    ...{ aperture: isFine ? chance.between(0.4, 0.8) : null, slices, window: [], seed },
    ...{ lightAtSample: unevenness(chance, 0.06), lightAtSensor: unevenness(chance, 0.04) },
    fringes: [[chance.between(0, 0.005), chance.within(8), chance.within(8), chance.between(0, 6)]],
    camera: {
      ...{ electrons: chance.between(3000, 20_000), readNoise: 8, gains: chance.between(0, 0.006) },
      ...{ pedestal: 0, bits: chance.next() < 0.5 ? 8 : 12, gamma: 1, full: 0 },
    },
  };
  const changed = { ...plain, ...kind.rig?.(chance, plain) };
  const rig = { ...changed, camera: { ...changed.camera, ...kind.camera?.(chance) } };
  const stated = wavelength_um * (1 + (kind.wavelength ?? 0) * (chance.next() < 0.5 ? 1 : -1));
  return {
    ...{ rig, withBackground: chance.next() < 0.25 },
    jpeg: kind.jpeg ? few(chance, 75, 95) : null,
    asked: {
      ...{ holography_mode: 'inline', wavelength_um: stated, pixel_pitch_um: pitch_um },
      ...(isFine ? { pixel_pitch_basis: 'object_space', magnification: 3.45 / pitch_um } : {}),
    },
  };
}

/** Specks on a window a good way before the sensor. */
function dustOf(chance: Chance, rig: InlineRig, count: readonly [number, number]): Slice {
  const half = [rig.width_px, rig.height_px].map((side) => (side * rig.pitch_um) / 2) as [number, number];
  const z_um = rig.slices[0]!.z_um * chance.between(0.15, 0.5);
  const parts = placesIn(chance, few(chance, ...count), half, 0).map((at) =>
    disc(at, chance.between(1, 4) * rig.pitch_um, chance.between(0, 0.7)),
  );
  return { z_um, parts };
}
