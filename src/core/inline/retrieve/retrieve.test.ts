import { beforeAll, describe, expect, it } from 'vitest';
import {
  WAVELENGTH,
  cropped,
  diskWave,
  fieldError,
  recorded,
  sampling,
  type Disk,
  type Window,
} from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { oneIn, thorough } from '../../../../test/short-form.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { fromPlane, type Wave } from '../../simulate/wave.ts';
import { backPropagate } from './back-propagate.ts';
import { retrievalSettings } from './retrieval-settings.ts';
import { retrieve, type Retrieval, type RetrievalProgress } from './retrieve.ts';
import { residualTwinEnergy } from './twin-energy.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const PHOTOELECTRONS = 10_000;
const noiseSigma = 0.5 / Math.sqrt(PHOTOELECTRONS);

interface Case {
  readonly wave: Wave;
  readonly window: Window;
  readonly distances: readonly number[];
}

function solve(scope: Scope, { wave, window, distances }: Case, progress: RetrievalProgress = {}): Retrieval {
  const { rows, cols } = window;
  const frames = distances.map((z, i) => ({
    amplitude: recorded(kernels, scope, wave, window, z, PHOTOELECTRONS, i + 1),
    z,
  }));
  const input = { frames, rows, cols, sampling, wavelength: WAVELENGTH, noiseSigma };
  return retrieve(kernels, scope, input, progress);
}

/** The whole wave seen by a sensor of its size. */
function whole(rows: number, cols: number, disks: readonly Disk[], ...distances: number[]): Case {
  return { wave: diskWave(rows, cols, disks), window: { row: 0, col: 0, rows, cols }, distances };
}

const weak = [
  { x: 60, y: 70, radius: 12, amplitude: 0.85, phase: 0 },
  { x: 120, y: 100, radius: 7, amplitude: 0.9, phase: 0 },
];
const phase = [
  { x: 60, y: 70, radius: 12, amplitude: 1, phase: 0.8 },
  { x: 120, y: 100, radius: 7, amplitude: 1, phase: 0.5 },
];
const mixed: Disk[] = [
  { x: 70, y: 80, radius: 26, amplitude: 0.8, phase: 1.5, dome: true },
  { x: 130, y: 120, radius: 18, amplitude: 0.8, phase: 1.2, dome: true },
];

describe('phase retrieval', () => {
  const kinds: [string, readonly Disk[]][] = [
    ['absorbers', weak],
    ['phase objects', phase],
  ];
  it.each(oneIn(2, kinds, 1))(
    '%s: a fifth of the error of back-propagation, to the noise, without the twin',
    (_, disks) => {
      using scope = kernels.scope();
      const given = whole(192, 176, disks, 1500);
      const { wave, window } = given;
      const found = solve(scope, given);
      const amplitude = recorded(kernels, scope, wave, window, 1500, PHOTOELECTRONS);
      const optics = { rows: 192, cols: 176, sampling, wavelength: WAVELENGTH };
      const plain = backPropagate(kernels, scope, amplitude, optics, 1500);
      expect(fieldError(kernels, found.field, wave)).toBeLessThan(fieldError(kernels, plain, wave) / 5);
      expect(found.converged).toBe(true);
      expect(found.dataMisfit).toBeGreaterThan(0.9);
      expect(found.dataMisfit).toBeLessThan(1.1);
      expect(residualTwinEnergy(kernels, plain, optics, 1500)).toBeGreaterThan(0.25);
      expect(found.residualTwinEnergy).toBeLessThan(0.02);
      expect(found.mixedShare).toBeLessThan(0.15);
    },
  );

  it(
    'takes rings that no field in this plane explains for noise, and not for phase of many radians',
    { tags: 'further/rig' },
    () => {
      using scope = kernels.scope();
      const { wave, window } = whole(192, 192, phase, 1500);
      const amplitude = recorded(kernels, scope, wave, window, 1500, PHOTOELECTRONS);
      // light that other surfaces reflect: rings of 20 % around a place beside the sample
      const plane = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
      for (let y = 0; y < 192; y++) {
        for (let x = 0; x < 192; x++) {
          plane[y * amplitude.pitch + x]! *= 1 + 0.2 * Math.cos(((x - 20) ** 2 + (y - 170) ** 2) / 300);
        }
      }
      const optics = { rows: 192, cols: 192, sampling, wavelength: WAVELENGTH };
      const input = { frames: [{ amplitude, z: 1500 }], noiseSigma, ...optics };
      const found = retrieve(kernels, scope, input);
      const weight = { ...retrievalSettings.weight, unexplained: Infinity };
      const overfitted = retrieve(kernels, scope, input, {}, { ...retrievalSettings, weight });
      expect([overfitted.isUnexplained, found.isUnexplained]).toEqual([false, true]);
      expect(overfitted.dataMisfit).toBeGreaterThan(3);
      // 0.09, and 0.39 with the λ of the camera's noise alone
      const [error, worse] = [found, overfitted].map(({ field }) => fieldError(kernels, field, wave));
      expect(error).toBeLessThan(worse! / 3);
      // what is left then is what λ was chosen for
      const chosenFor = found.regularisation / overfitted.regularisation;
      expect(found.dataMisfit / chosenFor).toBeGreaterThan(0.7);
      expect(found.dataMisfit / chosenFor).toBeLessThan(1.4);
    },
  );

  it.runIf(thorough)(
    'says that a sample both absorbs and delays; several heights then find the phase',
    () => {
      using scope = kernels.scope();
      const one = whole(192, 192, mixed, 1500);
      const single = solve(scope, one);
      const several = solve(scope, { ...one, distances: [1500, 1900, 2500, 3300] });
      expect(single.mixedShare).toBeGreaterThan(0.25);
      expect(several.dataMisfit).toBeLessThan(1.2);
      const [before, after] = [single, several].map(({ field }) => fieldError(kernels, field, one.wave));
      expect(after).toBeLessThan(0.6 * before!);
    },
  );

  it.runIf(thorough)(
    'several heights: the broad phase that coarse resolutions find is there at full resolution too',
    () => {
      using scope = kernels.scope();
      const disks = [
        { x: 70, y: 80, radius: 20, amplitude: 0.7, phase: 0 },
        { x: 160, y: 90, radius: 20, amplitude: 0.7, phase: 0 },
        { x: 110, y: 160, radius: 20, amplitude: 0.7, phase: 0 },
      ];
      const given = whole(224, 240, disks, 1500, 2000, 2700);
      // 0.0011; 0.0033 where full resolution begins with a λ that pulls it flat
      expect(fieldError(kernels, solve(scope, given).field, given.wave)).toBeLessThan(0.002);
    },
  );

  it('the objective falls, but for small rises that a restart mends', () => {
    using scope = kernels.scope();
    const { objective } = solve(scope, whole(128, 128, phase, 1500));
    const rises = objective.slice(1).map((value, i) => value / objective[i]! - 1);
    expect(Math.max(...rises)).toBeLessThan(0.02);
    expect(objective.at(-1)).toBeLessThan(1.02 * Math.min(...objective));
    expect(objective.at(-1)).toBeLessThan(objective[0]!);
  });

  it('stops at the limit and says so', () => {
    using scope = kernels.scope();
    const { wave, window } = whole(48, 48, weak, 1500);
    const amplitude = recorded(kernels, scope, wave, window, 1500, PHOTOELECTRONS);
    const size = { rows: 48, cols: 48, sampling, wavelength: WAVELENGTH, noiseSigma };
    const settings = {
      ...retrievalSettings,
      fine: { ...retrievalSettings.fine, tolerance: -1, maxIterations: 40 },
    };
    const found = retrieve(kernels, scope, { frames: [{ amplitude, z: 1500 }], ...size }, {}, settings);
    expect([found.iterations, found.converged, found.objective.length]).toEqual([40, false, 40]);
  });

  it('gives the same bits twice, and counts every iteration', () => {
    using scope = kernels.scope();
    const given = whole(101, 131, weak, 1200);
    const numbers: number[] = [];
    const [first, second] = [0, 1].map(() => {
      const { field } = solve(scope, given, { onIteration: (iteration) => numbers.push(iteration) });
      return fromPlane(kernels, field, 101, 131);
    });
    expect(second).toEqual(first);
    const half = numbers.slice(0, numbers.length / 2);
    expect(half).toEqual(half.map((_, i) => i + 1));
  });

  it('ends when told to, at once and without keeping memory', () => {
    const given = whole(128, 128, weak, 1500);
    const stop = (after: number) => {
      using scope = kernels.scope();
      let calls = 0;
      const onIteration = () => {
        calls += 1;
        if (calls === after) throw new Error('enough');
      };
      expect(() => solve(scope, given, { onIteration })).toThrow('enough');
      expect(calls).toBe(after);
    };
    stop(60);
    const { byteLength } = kernels.wasm.memory.buffer;
    for (const after of [1, 7, 40, 60]) stop(after);
    expect(kernels.wasm.memory.buffer.byteLength).toBe(byteLength);
  });

  it(
    'tells of the work on every frame of several, and ends there too when told to',
    { tags: 'further/rig' },
    () => {
      const given = whole(128, 128, weak, 1200, 1500, 1900);
      {
        using scope = kernels.scope();
        let [calls, iterations, samples] = [0, 0, 0];
        const onIteration = () => (iterations += 1);
        const onWork = (worked: number) => {
          calls += 1;
          samples += worked;
        };
        const { iterations: fine } = solve(scope, given, { onIteration, onWork });
        expect(calls).toBeGreaterThan(3 * iterations);
        expect(samples).toBeGreaterThan(3 * fine * 128 * 128);
      }
      const stop = (after: number) => {
        using scope = kernels.scope();
        let calls = 0;
        const onWork = () => {
          calls += 1;
          if (calls === after) throw new Error('enough');
        };
        expect(() => solve(scope, given, { onWork })).toThrow('enough');
        expect(calls).toBe(after);
      };
      stop(60);
      const { byteLength } = kernels.wasm.memory.buffer;
      for (let k = 0; k < (thorough ? 40 : 10); k++) for (const after of [1, 3]) stop(after);
      for (let k = 0; k < (thorough ? 8 : 2); k++) stop(60);
      expect(kernels.wasm.memory.buffer.byteLength).toBe(byteLength);
    },
  );

  it('a frame with nothing on it is 1, whatever its size', () => {
    using scope = kernels.scope();
    for (const [rows, cols] of [
      [97, 61],
      [16, 203],
    ] as const) {
      const given = whole(rows, cols, [], 900);
      const found = solve(scope, given);
      expect(fieldError(kernels, found.field, given.wave)).toBeLessThan(noiseSigma);
    }
  });

  it('does not listen to what was not measured', () => {
    using scope = kernels.scope();
    const { wave, window } = whole(128, 128, weak, 1500);
    const amplitude = recorded(kernels, scope, wave, window, 1500, PHOTOELECTRONS);
    const values = kernels.floats(amplitude.ptr, amplitude.rows * amplitude.pitch);
    for (let y = 20; y < 30; y++) values.fill(y % 2 ? NaN : -1, y * 128 + 90, y * 128 + 100);
    const size = { rows: 128, cols: 128, sampling, wavelength: WAVELENGTH, noiseSigma };
    const found = retrieve(kernels, scope, { frames: [{ amplitude, z: 1500 }], ...size });
    expect(found.dataMisfit).toBeLessThan(1.1);
    expect(fieldError(kernels, found.field, wave)).toBeLessThan(0.01);
  });
});

describe('the border', () => {
  const disks = [
    { x: 131, y: 190, radius: 11, amplitude: 0.8, phase: 0 },
    { x: 200, y: 126, radius: 8, amplitude: 0.8, phase: 0 },
    { x: 268, y: 210, radius: 9, amplitude: 0.8, phase: 0 },
  ];
  const wave = diskWave(384, 384, disks);
  const window = { row: 128, col: 128, rows: 144, cols: 136 };

  it('objects across and beyond the edges leave neither ghosts on the other side nor a bright frame', () => {
    using scope = kernels.scope();
    const truth = cropped(wave, window);
    const found = solve(scope, { wave, window, distances: [1500] });
    const rim = (row: number, col: number) => row < 8 || col < 8 || row >= 136 || col >= 128;
    expect(fieldError(kernels, found.field, truth)).toBeLessThan(0.03);
    expect(fieldError(kernels, found.field, truth, (row, col) => !rim(row, col))).toBeLessThan(0.015);
    // what lies at the left and upper edge must not appear at the right and lower one
    const opposite = (row: number, col: number) => (row > 115 && col < 110) || (col > 115 && row < 50);
    expect(fieldError(kernels, found.field, truth, opposite)).toBeLessThan(0.02);
    const plane = fromPlane(kernels, found.field, 144, 136);
    const moduli = plane.re.map((re, i) => Math.hypot(re, plane.im[i]!));
    expect(Math.max(...moduli)).toBeLessThan(1 + 1e-5);
  });
});
