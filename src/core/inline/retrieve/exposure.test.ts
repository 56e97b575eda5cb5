import { beforeAll, describe, expect, it } from 'vitest';
import {
  diskWave,
  fieldError,
  recorded,
  sampling,
  WAVELENGTH,
  type Disk,
} from '../../../../test/inline-case.ts';
import { randomMatrix, writeComplex } from '../../../../test/direct-transform.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { thorough } from '../../../../test/short-form.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import {
  gainsOf,
  matchAmplitude,
  matchedGains,
  measureMoments,
  offsetsOf,
  type Exposure,
  type MatchedFrame,
  type Moments,
} from './exposure.ts';
import { retrievalSettings } from './retrieval-settings.ts';
import { retrieve, type Retrieval } from './retrieve.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [rows, cols] = [37, 43];

/** A frame whose recorded intensity is exactly gain · |x|² + offset, but at 20 pixels of dirt and 30 unmeasured ones. */
function frameOf(scope: Scope, seed: number, { gain, offset }: Exposure): MatchedFrame {
  const estimate = scope.complex(rows, cols);
  const values = randomMatrix(rows, cols, seed);
  writeComplex(kernels, estimate, { ...values, re: values.re.map((v) => 1 + 0.5 * v) });
  const [raw, amplitude] = [scope.real(rows, cols), scope.real(rows, cols)];
  const into = kernels.floats(raw.ptr, rows * raw.pitch).fill(-1);
  for (let i = 0; i < rows * cols; i += 1) {
    const intensity = (1 + 0.5 * values.re[i]!) ** 2 + values.im[i]! ** 2;
    const at = Math.floor(i / cols) * raw.pitch + (i % cols);
    into[at] = Math.sqrt(Math.max(0, gain * intensity + offset));
    if (i % 79 === 3) into[at] = 9;
    if (i % 53 === 7) into[at] = -1;
  }
  matchAmplitude(kernels, raw, { gain: 1, offset: 0 }, amplitude);
  return { raw, amplitude, estimate };
}

const settings = retrievalSettings.exposure;

describe('gain and offset', () => {
  it('are those of the frames: dirt and what was not measured do not count', () => {
    using scope = kernels.scope();
    const exposures = [
      { gain: 0.9, offset: 0.06 },
      { gain: 1.1, offset: -0.02 },
      { gain: 1, offset: -0.04 },
    ];
    const frames = exposures.map((exposure, k) => frameOf(scope, k + 1, exposure));
    const moments = frames.map((frame) => measureMoments(kernels, frame, 0.4, settings));
    const offsets = offsetsOf(moments, retrievalSettings.offsets)!;
    // all but the part that all frames share
    for (const [k, { offset }] of exposures.entries()) expect(offsets[k]).toBeCloseTo(offset, 3);
    for (const [k, frame] of frames.entries()) {
      const offset = offsets[k]!;
      matchAmplitude(kernels, frame.raw, { gain: 1, offset }, frame.raw);
    }
    const gains = gainsOf(frames.map((frame) => measureMoments(kernels, frame, 0.4, settings)));
    for (const [k, { gain }] of exposures.entries()) expect(gains[k]).toBeCloseTo(gain, 3);
  });

  it('are taken out again: what is recorded comes back, and unmeasured samples stay so', () => {
    using scope = kernels.scope();
    const { raw, amplitude } = frameOf(scope, 4, { gain: 1, offset: 0 });
    const before = kernels.floats(raw.ptr, rows * raw.pitch).slice();
    matchAmplitude(kernels, raw, { gain: 0.8, offset: -0.1 }, amplitude);
    matchAmplitude(kernels, amplitude, { gain: 1 / 0.8, offset: 0.1 / 0.8 }, raw);
    const after = kernels.floats(raw.ptr, rows * raw.pitch);
    for (const [i, value] of before.entries()) expect(after[i]).toBeCloseTo(value, 5);
  });

  it('an offset is left out where frames do not show one', () => {
    using scope = kernels.scope();
    const frames = [0.9, 1.1].map((gain, k) => frameOf(scope, k + 1, { gain, offset: 0 }));
    // estimates that are off by noise
    for (const { raw } of frames) {
      const values = kernels.floats(raw.ptr, rows * raw.pitch);
      const noise = randomMatrix(rows, raw.pitch, 9).re;
      for (const [i, value] of values.entries())
        if (value >= 0) values[i] = Math.max(0, value + 0.1 * noise[i]!);
    }
    expect(
      offsetsOf(
        frames.map((frame) => measureMoments(kernels, frame, 0.4, settings)),
        retrievalSettings.offsets,
      ),
    ).toBeNull();
  });

  it('an offset is one from two thousandths of the light on, where it explains a hundredth of what gains leave', () => {
    /** Of two frames that are brighter and darker by an offset, which explains a share of what gains leave. */
    const found = (offset: number, share: number) => {
      const [w, uu] = [100, 4];
      const explained = offset * offset * (w - (w * w) / (w + uu));
      const frames = [offset, -offset].map((o): Moments => [
        w,
        0,
        w * o,
        uu,
        uu,
        uu + w * o * o + explained * (1 / share - 1),
      ]);
      return offsetsOf(frames, retrievalSettings.offsets);
    };
    expect(found(0.0021, 0.5)![0]).toBeCloseTo(0.0021, 6);
    expect(found(0.0019, 0.5)).toBeNull();
    expect(found(0.1, 0.0102)![1]).toBeCloseTo(-0.1, 6);
    expect(found(0.1, 0.0098)).toBeNull();
  });
});

/** Moments of a frame that is `gain` times as bright as its estimate. */
const brighterBy = (gain: number): Moments => [
  100,
  0,
  100 * (gain - 1),
  4,
  4 * gain,
  100 * (gain - 1) ** 2 + 4 * gain,
];

describe('the light of several frames', () => {
  const light = ([a, b]: readonly number[]) => (a! + b!) / 2;
  const { slack } = settings.evidence;
  const found = (before: number, gain: number, brightens = true) =>
    light(matchedGains([before, before], [brighterBy(gain), brighterBy(gain)], brightens, settings));

  it('is left as it was where it is too dark by no more than the slack, or may not change', () => {
    expect(found(1, 1 + 0.99 * slack)).toBeCloseTo(1, 12);
    expect(found(1, 1 + 1.01 * slack)).toBeCloseTo(1 + 1.01 * slack, 12);
    expect(found(1, 1 + 1.01 * slack, false)).toBeCloseTo(1, 12);
  });

  it('follows on once it was found to be too dark, and not beyond what is believed', () => {
    const before = 1.2;
    expect(found(before, before * (1 + 0.99 * slack))).toBeCloseTo(before, 12);
    expect(found(before, before * (1 + 1.01 * slack))).toBeCloseTo(before * (1 + 1.01 * slack), 12);
    expect(found(1, 3.96)).toBeCloseTo(3.96, 12);
    expect(found(1, 4.04)).toBeCloseTo(1, 12);
  });
});

describe('a stack', () => {
  const disks: Disk[] = [
    { x: 70, y: 80, radius: 20, amplitude: 0.7, phase: 0 },
    { x: 150, y: 90, radius: 18, amplitude: 1, phase: 0.8 },
    { x: 110, y: 150, radius: 16, amplitude: 0.5, phase: 0.3 },
  ];
  const wave = diskWave(208, 224, disks);
  const window = { row: 0, col: 0, rows: 208, cols: 224 };
  const noiseSigma = 0.005;

  function solve(scope: Scope, exposures: readonly Exposure[]): { found: Retrieval; error: number } {
    const frames = [1500, 2000, 2700].map((z, k) => {
      const amplitude = recorded(kernels, scope, wave, window, z, 10_000, k + 1);
      const { gain, offset } = exposures[k]!;
      matchAmplitude(kernels, amplitude, { gain: 1 / gain, offset: -offset / gain }, amplitude);
      return { amplitude, z };
    });
    const size = { rows: 208, cols: 224, sampling, wavelength: WAVELENGTH, noiseSigma };
    const found = retrieve(kernels, scope, { frames, ...size });
    return { found, error: fieldError(kernels, found.field, wave) };
  }
  const same = [1, 1, 1].map((gain) => ({ gain, offset: 0 }));
  let sameError: number | undefined;
  /** without anything to find */
  const leastError = (scope: Scope): number => (sameError ??= solve(scope, same).error);

  it('recorded with one gain keeps it', () => {
    using scope = kernels.scope();
    const { found, error } = solve(scope, same);
    for (const { gain, offset } of found.exposures) {
      expect(gain).toBeCloseTo(1, 3);
      expect(offset).toBe(0);
    }
    expect(error).toBeLessThan(0.003);
    sameError = error;
  });

  it.runIf(thorough)('recorded with gains of its frames’ own is as good as with one', () => {
    using scope = kernels.scope();
    const exposures = [0.9, 1.06, 1.04].map((gain) => ({ gain, offset: 0 }));
    const { found, error } = solve(scope, exposures);
    for (const [k, { gain }] of exposures.entries()) expect(found.exposures[k]!.gain).toBeCloseTo(gain, 2.5);
    expect(error).toBeLessThan(1.2 * leastError(scope));
    expect(found.dataMisfit).toBeLessThan(1.05);
  });

  it('recorded with offsets too finds them', { tags: 'further/rig' }, () => {
    using scope = kernels.scope();
    const exposures = [
      { gain: 0.95, offset: 0.1 },
      { gain: 1.04, offset: -0.06 },
      { gain: 1.01, offset: -0.04 },
    ];
    const { found, error } = solve(scope, exposures);
    for (const [k, { gain, offset }] of exposures.entries()) {
      expect(Math.abs(found.exposures[k]!.gain - gain)).toBeLessThan(0.01);
      expect(Math.abs(found.exposures[k]!.offset - offset)).toBeLessThan(0.01);
    }
    expect(error).toBeLessThan(3 * leastError(scope));
  });

  it.runIf(thorough)('divided by too dark a light finds it brighter', () => {
    using scope = kernels.scope();
    const { found, error } = solve(
      scope,
      [2, 2, 2].map((gain) => ({ gain, offset: 0 })),
    );
    for (const { gain } of found.exposures) expect(Math.abs(gain / 2 - 1)).toBeLessThan(0.01);
    expect(error).toBeLessThan(0.006);
  });
});
