import { Chance } from './chance.ts';
import type { SampleRig, Smooth } from './sample-rig.ts';
import { sampleKinds, type SampleName } from './samples.ts';
import { unevenness } from './unevenness.ts';

/** A recording with its truth to come: the rig, the same as it was for the frame without a sample, and what is known of it. */
export interface SampleCase {
  readonly name: SampleName;
  readonly rig: SampleRig;
  /** null: there is no frame without a sample */
  readonly background: SampleRig | null;
  readonly pitch_um: number;
  readonly wavelength_um: number;
  readonly reflection: boolean;
  /** as libjpeg counts it; null: no losses */
  readonly jpeg: number | null;
}

interface Changes {
  readonly sample?: SampleName;
  readonly rig?: Partial<SampleRig>;
  /** of the frame without a sample, as against the rig; absent: there is none */
  readonly background?: Partial<SampleRig>;
  readonly reflection?: boolean;
  readonly jpeg?: number;
}

const usual: readonly SampleName[] = ['cells', 'discs', 'balls', 'steps', 'bars', 'fibres', 'stained'];

/** What is different from kind to kind. */
export const rigKinds: Readonly<Record<string, (chance: Chance, rig: SampleRig) => Changes>> = {
  'nothing but optics': () => ({}),
  'thick sample': (chance) => ({
    sample: chance.next() < 0.5 ? 'balls' : 'cells',
    rig: { thickness: chance.between(15, 60) },
  }),
  'etched surface, reflection': (chance) => ({
    ...{ sample: chance.next() < 0.5 ? 'steps' : 'bars', reflection: true },
    rig: { besideObject: [[chance.between(0.01, 0.05), chance.within(0.02), chance.within(0.02), 1]] },
  }),
  'out of focus, distance known': (chance) => ({ rig: { z: chance.between(60, 900) } }),
  'uneven light, vignetting': (chance) => ({
    rig: { ...unevenLight(chance, 0.35), vignetting: chance.between(0.1, 0.6) },
  }),
  'rough surface out of focus': (chance) => ({
    rig: {
      rough: {
        rad: chance.between(0.05, 0.35),
        grain: chance.between(2, 14),
        away: chance.between(100, 2500),
      },
    },
  }),
  'fine dust': (chance) => ({
    rig: { dust: [speck(chance, [10, 40], [1, 4], [-600, 600])] },
  }),
  'large dust out of focus': (chance) => ({
    rig: { dust: [speck(chance, [2, 7], [6, 20], [300, 4000])] },
  }),
  'waves beside object and reference': (chance) => ({
    rig: {
      besideObject: beside(chance, 0.005, 0.06),
      besideReference: beside(chance, 0.005, 0.08),
    },
  }),
  'background frame of the same light': () => ({ background: {} }),
  'background frame of other light': (chance, rig) => ({
    rig: { dust: [speck(chance, [5, 20], [2, 6], [-300, 600])] },
    background: {
      ...{ light: rig.light.map(([i, j, w], k) => [i, j, k === 0 ? w : w + chance.within(0.1)] as const) },
      phaseAtSensor: rig.phaseAtSensor.map(([i, j, w]) => [i, j, w + chance.within(1)] as const),
      besideObject: beside(chance, 0.005, 0.03),
    },
  }),
  'camera: gains, gamma, full and broken pixels': (chance, { camera }) => ({
    rig: {
      camera: {
        ...camera,
        ...{ gainSpread: chance.between(0.003, 0.015), gamma: chance.between(0.88, 1.12) },
        ...{ broken: chance.between(0, 1e-4), full: chance.between(0.8, 1.1), bits: 8 },
      },
    },
  }),
  JPEG: (chance, { camera }) => ({
    rig: { camera: { ...camera, bits: 8 } },
    jpeg: Math.round(chance.between(60, 97)),
  }),
  'weak fringes': (chance, { camera }) => ({
    rig: {
      ...{
        visibility: [
          [0, 0, chance.between(0.12, 0.3)],
          [2, 0, chance.within(0.05)],
          [0, 2, chance.within(0.05)],
        ] as Smooth,
      },
      ...{ stray: chance.between(0, 0.4), camera: { ...camera, bits: 8 } },
    },
  }),
  'carrier near an axis or the edge of the spectrum': (chance) => {
    const along = chance.next() < 0.5;
    const length = chance.between(0.2, along ? 0.3 : 0.42);
    const angle = along
      ? chance.within(0.04) + (chance.next() < 0.5 ? 0 : Math.PI / 2)
      : chance.between(0.5, 1);
    return {
      rig: {
        carrier: [length * Math.cos(angle), length * Math.sin(angle)],
        pupil:
          Math.min(
            length / 3,
            0.47 - length * Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))),
          ) * 0.95,
      },
    };
  },
  'pupil small or large against the carrier': (chance, { carrier }) => ({
    rig: {
      pupil:
        Math.hypot(...carrier) *
        (chance.next() < 0.5 ? chance.between(0.08, 0.2) : chance.between(0.36, 0.55)),
    },
  }),
  'frame filled by the sample': (chance) => ({
    sample: 'tissue',
    ...(chance.next() < 0.4 ? { background: {} } : {}),
  }),
  'empty frame': () => ({ sample: 'nothing' }),
  'odd frame': (chance) => {
    const sizes = [
      [697, 521],
      [348, 260],
      [1024, 300],
      [211, 640],
      [255, 257],
      [768, 576],
    ] as const;
    const [width, height] = sizes[Math.floor(chance.between(0, sizes.length))]!;
    return { rig: { width, height } };
  },
  'all of it, weaker': (chance, { camera }) => ({
    rig: {
      ...unevenLight(chance, 0.2),
      ...{ vignetting: chance.between(0, 0.3), thickness: chance.between(0, 20) },
      rough: {
        rad: chance.between(0.02, 0.12),
        grain: chance.between(2, 10),
        away: chance.between(100, 2500),
      },
      dust: [speck(chance, [2, 10], [1, 8], [-500, 2000])],
      besideObject: beside(chance, 0, 0.02),
      camera: { ...camera, gainSpread: 0.005, gamma: chance.between(0.95, 1.05), bits: 8 },
    },
  }),
  'holes in a plate': () => ({ sample: 'holes' }),
  'holes in a plate, out of focus': (chance) => ({
    ...{ sample: 'holes', rig: { z: chance.between(60, 900) } },
  }),
};

function speck(
  chance: Chance,
  [fewest, most]: readonly [number, number],
  radius: readonly [number, number],
  away: readonly [number, number],
) {
  return {
    ...{ count: Math.round(chance.between(fewest, most)), radius: chance.between(...radius) },
    ...{ away: chance.between(...away), takes: chance.between(0.1, 1), rad: chance.within(1.5) },
  };
}

function beside(chance: Chance, least: number, most: number): SampleRig['besideObject'] {
  const angle = chance.within(Math.PI);
  const length = chance.between(0.004, 0.06);
  return [
    [chance.between(least, most), length * Math.cos(angle), length * Math.sin(angle), chance.within(Math.PI)],
  ];
}

function unevenLight(chance: Chance, share: number): Pick<SampleRig, 'light' | 'reference'> {
  const map = (): Smooth => [[0, 0, 1], ...unevenness(chance, share, 2)];
  return { light: map(), reference: map() };
}

/** One random rig of a kind. */
export function sampleCase(kind: string, seed: number): SampleCase {
  const chance = new Chance(seed);
  const [length, angle] = [
    chance.between(0.18, 0.32),
    chance.between(0.12, 1.45) * (chance.next() < 0.5 ? 1 : -1),
  ];
  const pitch_um = chance.between(0.12, 0.45);
  const wavelength_um = [0.532, 0.6328, 0.66][Math.floor(chance.between(0, 3))]!;
  const bend = chance.next() < 0.3 ? 25 : 5;
  const plain: SampleRig = {
    ...{ width: Math.round(chance.between(380, 450)), height: Math.round(chance.between(380, 450)), seed },
    ...{ sample: [], thickness: 0, wavelength: wavelength_um / pitch_um, z: 0 },
    pupil: Math.min(length * chance.between(0.25, 0.34), 0.9 / (wavelength_um / pitch_um)),
    lens: [
      [4, 0, chance.within(0.3)],
      [3, 1, chance.within(0.3)],
      [2, 2, chance.within(0.3)],
    ],
    carrier: [length * Math.cos(angle), length * Math.sin(angle)],
    phaseAtSensor: [
      ...([
        [2, 0, chance.within(bend)],
        [0, 2, chance.within(bend)],
        [1, 1, chance.within(2)],
      ] as const),
      ...([
        [3, 0, chance.within(1)],
        [1, 2, chance.within(1)],
        [4, 0, chance.within(0.5)],
      ] as const),
    ],
    ratio: chance.between(0.7, 1.8),
    visibility: [
      [0, 0, chance.between(0.55, 0.98)],
      [1, 0, chance.within(0.02)],
      [0, 2, chance.within(0.1)],
    ],
    ...unevenLight(chance, 0.08),
    ...{
      vignetting: chance.between(0, 0.08),
      rough: null,
      dust: [],
      besideObject: [],
      besideReference: [],
      stray: 0,
    },
    camera: {
      ...{
        electrons: chance.between(2500, 20_000),
        readNoise: chance.between(3, 15),
        gainSpread: 0.002,
        gamma: 1,
      },
      ...{ broken: 0, full: chance.between(1.05, 1.5), bits: chance.next() < 0.5 ? 8 : 12 },
    },
  };
  const changes = rigKinds[kind]!(chance, plain);
  const name = changes.sample ?? usual[Math.floor(chance.between(0, usual.length))]!;
  const rig = { ...plain, ...changes.rig };
  const sample = sampleKinds[name](chance, rig.width, rig.height);
  return {
    ...{ name, pitch_um, wavelength_um, reflection: changes.reflection ?? false, jpeg: changes.jpeg ?? null },
    rig: { ...rig, sample },
    background: changes.background ? { ...rig, sample, ...changes.background } : null,
  };
}
