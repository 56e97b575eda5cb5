import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { toPlane } from '../../simulate/wave.ts';
import { aroundParts, openParts, toldApart } from './open-parts.ts';
import { sampleFree } from './sample-free.ts';
import { uncertaintySettings } from './uncertainty-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [ROWS, COLS] = [200, 256];
const SPREAD = 0.01;
/** px: nothing that leaves the frame does so as widely */
const ANY = { widest: { x: Infinity, y: Infinity }, waves: [8], pull: 0.005 };

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly amplitude: number;
  readonly phase: number;
}

const isInside = (disc: Disc, x: number, y: number) =>
  (x - disc.x) ** 2 + (y - disc.y) ** 2 < disc.radius ** 2;

function fieldOf(scope: Scope, discs: readonly Disc[]) {
  const [re, im] = [new Float64Array(ROWS * COLS).fill(1), new Float64Array(ROWS * COLS)];
  for (let y = 0; y < ROWS; y++)
    for (let x = 0; x < COLS; x++)
      for (const disc of discs)
        if (isInside(disc, x, y)) {
          re[y * COLS + x] = disc.amplitude * Math.cos(disc.phase);
          im[y * COLS + x] = disc.amplitude * Math.sin(disc.phase);
        }
  const field = scope.complex(ROWS, COLS);
  toPlane(kernels, { rows: ROWS, cols: COLS, re, im }, field);
  return field;
}

describe('openParts', () => {
  const clear = { x: 60, y: 60, radius: 24, amplitude: 1, phase: 1.2 };
  const dyed = { x: 180, y: 120, radius: 16, amplitude: 0.8, phase: 0.6 };

  /** Σ (1 − |x|) |x − |x|| / √(N Σ |x − 1|²) of a disc */
  const bothOf = ({ amplitude, phase }: Disc) => {
    const [re, im] = [amplitude * Math.cos(phase), amplitude * Math.sin(phase)];
    return ((1 - amplitude) * Math.hypot(re - amplitude, im)) / Math.hypot(re - 1, im);
  };
  const openOf = (
    discs: readonly Disc[],
    wave: number,
    settings = uncertaintySettings,
    further: readonly number[] = [],
    pull = 0.005,
  ) => {
    using scope = kernels.scope();
    const field = fieldOf(scope, discs);
    const free = sampleFree(kernels, field, SPREAD);
    const open = openParts(
      kernels,
      field,
      free,
      SPREAD,
      { ...ANY, waves: [wave, ...further], pull },
      settings,
    );
    const at = ({ x, y }: { readonly x: number; readonly y: number }) =>
      open.mixed[Math.floor((y * free.tiles) / ROWS) * free.tiles + Math.floor((x * free.tiles) / COLS)]!;
    return {
      ...open,
      at,
      mark: () => aroundParts(field, free, open, (t) => open.isMixed[free.parts[t]!] === 1, { x: 8, y: 4 }),
    };
  };

  it('tells the one that absorbs from those that only delay light, though together they hardly absorb', () => {
    const others = [0, 1, 2].map((k) => ({ ...clear, x: 40 + 60 * k, y: 170 }));
    const open = openOf([clear, dyed, ...others], 4);
    expect(open.isMixed.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(open.cut.includes(1)).toBe(false);
    expect(open.at(clear)).toBeLessThan(1e-3);
    expect(open.at({ x: 120, y: 100 })).toBe(0);
    const marks = open.mark();
    expect(marks[120 * COLS + 180]).toBe(1);
    expect(marks[120 * COLS + 180 + 16 + 6]).toBe(1);
    expect(marks[120 * COLS + 180 + 16 + 16]).toBe(0);
    expect(marks[(120 + 16 + 12) * COLS + 180]).toBe(0);
    expect(marks[60 * COLS + 60]).toBe(0);
  });

  it.each([4, 12, 24, 60])(
    'is what is there of both over sin χ of half a wave in the disc, √(λz) %i px',
    (wave) => {
      const chi = Math.min(Math.PI / 2, Math.PI * (wave / (2 * 2 * dyed.radius)) ** 2);
      const expected = (uncertaintySettings.openError * bothOf(dyed)) / Math.sin(chi);
      const { at, isMixed } = openOf([dyed], wave);
      // of the widest disc a chamfer distance tells its 32 px to a twelfth
      expect(at(dyed) / expected).toBeGreaterThan(0.85);
      expect(at(dyed) / expected).toBeLessThan(1.15);
      expect(isMixed.includes(1)).toBe(at(dyed) > uncertaintySettings.mostMixed);
    },
  );

  it('of several frames is what the constraints pull at its rim, over what the frames tell of it, if that is less', () => {
    const one = openOf([dyed], 24).at(dyed);
    const at = (other: number, pull: number) =>
      openOf([dyed], 24, uncertaintySettings, [other], pull).at(dyed);
    // two at one distance tell no more than one
    expect(at(24, 1e-9)).toBeCloseTo(one, 6);
    const pulled = (4 * 0.002) / (2 * dyed.radius) / toldApart(kernels, [24, 12], 2 * dyed.radius);
    expect(pulled).toBeLessThan(one);
    // the widest disc is told to a twelfth, and what frames tell apart falls with its fourth power
    expect(at(12, 0.002) / pulled).toBeGreaterThan(0.6);
    expect(at(12, 0.002) / pulled).toBeLessThan(1.5);
    expect(at(12, 0.001) / at(12, 0.002)).toBeCloseTo(0.5, 6);
    expect(at(12, 1)).toBeCloseTo(one, 6);
  });

  it('frames tell apart what lies a quarter of a turn of χ from one to the other', () => {
    const disc = 20;
    const waveOf = (chi: number) => 2 * disc * Math.sqrt(chi / Math.PI);
    expect(toldApart(kernels, [waveOf(1)], disc)).toBe(0);
    expect(toldApart(kernels, [waveOf(0.2), waveOf(0.2)], disc)).toBeCloseTo(0, 6);
    expect(toldApart(kernels, [waveOf(0.2), waveOf(0.2 + Math.PI / 2)], disc)).toBeCloseTo(0.5, 6);
    // the variance of χ where it differs little
    expect(toldApart(kernels, [waveOf(0.1), waveOf(0.2)], disc)).toBeCloseTo(0.05 ** 2, 4);
  });

  it('is most where a part delays by half a wave, of which |Im x| is nothing', () => {
    // retrieval that absorbs in place of delaying further ends there
    const stuck = { ...dyed, amplitude: 0.67, phase: Math.PI };
    const at = (phase: number) => openOf([{ ...stuck, phase }], 16).at(stuck);
    expect(at(Math.PI)).toBeGreaterThan(at(1.5));
    expect(at(Math.PI)).toBeCloseTo(at(-Math.PI), 6);
    expect(at(0)).toBe(0);
  });

  it('is as much where the field is the beam’s in the middle of it, and nothing between two of them', () => {
    const other = { ...dyed, x: 120 };
    for (const gap of [
      { x: dyed.x, y: dyed.y, radius: 9 },
      { x: dyed.x, y: dyed.y + 12, radius: 6 },
      { x: dyed.x + 12, y: dyed.y, radius: 6 },
    ]) {
      const { at } = openOf([dyed, other, { ...gap, amplitude: 1, phase: 0 }], 12);
      expect(at(gap)).toBeGreaterThan(0.1);
      expect(at(gap)).toBe(at({ ...dyed, x: dyed.x - 12 }));
      expect(at({ x: 150, y: dyed.y })).toBe(0);
    }
  });

  it('counts light that is missing beside a part as the part’s own, as near as √(λz)', () => {
    const wave = 12;
    // a retrieval puts what a cell absorbs into a ring about it, too faint to be a thing by itself
    const ring = (from: number, to: number) => [
      { ...clear, radius: to, amplitude: 0.97, phase: 0 },
      { ...clear, radius: from, amplitude: 1, phase: 0 },
      clear,
    ];
    const light = 0.03 * (34 * 34 - 24 * 24);
    const chi = Math.PI * (wave / (4 * clear.radius)) ** 2;
    const expected = (uncertaintySettings.openError * light) / clear.radius ** 2 / Math.sin(chi);
    expect(openOf([clear], wave).at(clear)).toBeLessThan(1e-3);
    const near = openOf(ring(24, 34), wave).at(clear);
    expect(near / expected).toBeGreaterThan(0.7);
    expect(near / expected).toBeLessThan(1.3);
    // farther away it is light that is as uneven as that everywhere
    const uneven = 0.03 * Math.sqrt((Math.PI * (50 * 50 - 42 * 42)) / (ROWS * COLS - Math.PI * 24 * 24));
    const far = openOf(ring(42, 50), wave).at(clear);
    expect((far * Math.sin(chi)) / uncertaintySettings.openError / uneven).toBeGreaterThan(0.8);
    expect((far * Math.sin(chi)) / uncertaintySettings.openError / uneven).toBeLessThan(1.2);
    // what only absorbs has no phase that this could be
    expect(openOf([...ring(24, 34), { ...clear, amplitude: 0.5, phase: 0 }], wave).at(clear)).toBe(0);
  });

  it('is less and less beside a part, and nothing half of √(λz) away', () => {
    const { at } = openOf([dyed], 32);
    const beyond = (px: number) => at({ ...dyed, x: dyed.x + dyed.radius + px }) / at(dyed);
    expect(beyond(6)).toBeGreaterThan(0.4);
    expect(beyond(6)).toBeLessThan(0.9);
    expect(beyond(12)).toBeLessThan(beyond(6));
    expect(beyond(24)).toBe(0);
  });

  it('is that of cells, not of a ring of them, where faint fringes join them', () => {
    const four = [0, 1, 2, 3].map((k) => ({ ...dyed, x: 90 + 60 * (k % 2), y: 70 + 60 * Math.floor(k / 2) }));
    const between = [
      { x: 120, y: 70 },
      { x: 120, y: 130 },
      { x: 90, y: 100 },
      { x: 150, y: 100 },
    ].map((at) => ({ ...at, radius: 16, amplitude: 0.92, phase: 0 }));
    const cells = openOf(four, 12).at(four[0]!);
    const joined = [...between, ...four];
    expect(openOf(joined, 12).at(four[0]!) / cells).toBeGreaterThan(0.5);
    expect(openOf(joined, 12).at(four[0]!) / cells).toBeLessThan(1.2);
    // with the fringes they are as wide as what lies between them
    expect(openOf(joined, 12, { ...uncertaintySettings, ownShare: 0 }).at(four[0]!) / cells).toBeGreaterThan(
      2.5,
    );
  });

  it('is as much of what absorbs and hardly delays as of what delays and hardly absorbs', () => {
    const weak = { ...dyed, amplitude: 0.98, phase: 0.6 };
    const dark = { ...dyed, amplitude: 0.5, phase: 0.03 };
    for (const one of [weak, dark]) expect(openOf([one], 16).at(one)).toBeGreaterThan(bothOf(one));
    expect(openOf([{ ...dyed, phase: 0 }], 16).at(dyed)).toBe(0);
  });

  it.each([
    ['left', { x: 0, y: 100 }],
    ['right', { x: COLS, y: 100 }],
    ['upper', { x: 128, y: 0 }],
    ['lower', { x: 128, y: ROWS }],
  ] as const)(
    'finds what leaves the frame by its %s edge where it is wider than what is recorded',
    (_, at) => {
      using scope = kernels.scope();
      const field = fieldOf(scope, [
        { ...clear, ...at, radius: 30 },
        { ...clear, x: 80, y: 60 },
      ]);
      const free = sampleFree(kernels, field, SPREAD);
      const cuts = (px: number) =>
        openParts(
          kernels,
          field,
          free,
          SPREAD,
          { widest: { x: px, y: px }, waves: [8], pull: 0.005 },
          uncertaintySettings,
        ).cut;
      expect(new Set(free.parts.filter((_, t) => cuts(50)[t])).size).toBe(1);
      expect(cuts(75).includes(1)).toBe(false);
    },
  );

  it('finds what leaves the lit part of the frame as what leaves the frame', () => {
    using scope = kernels.scope();
    // what is dark from x = 128 on was filled with the beam
    const disc = { ...clear, x: 128, y: 100, radius: 30 };
    const field = fieldOf(scope, [disc, { x: 192, y: 100, radius: 64, amplitude: 1, phase: 0 }]);
    const free = sampleFree(kernels, field, SPREAD);
    const { tiles } = free;
    const dark = Uint8Array.from({ length: tiles * tiles }, (_, t) => (t % tiles >= tiles / 2 ? 1 : 0));
    const cuts = (px: number, tilesDark: Uint8Array | null) =>
      openParts(
        ...([kernels, field, free, SPREAD] as const),
        { widest: { x: px, y: px }, waves: [8], pull: 0.005, dark: tilesDark },
        uncertaintySettings,
      ).cut.includes(1);
    expect([cuts(40, dark), cuts(75, dark), cuts(40, null)]).toEqual([true, false, false]);
  });

  it('marks what the edge cuts as far as one and a half waves of what is hardly recorded, and no more of what hangs together with it', () => {
    using scope = kernels.scope();
    // a row of discs from the left edge into the middle
    const row = Array.from({ length: 6 }, (_, k) => ({ ...clear, x: 25 * k, y: 100, radius: 30 }));
    const field = fieldOf(scope, row);
    const free = sampleFree(kernels, field, SPREAD);
    const { cut } = openParts(
      ...([kernels, field, free, SPREAD, { widest: { x: 25, y: 25 }, waves: [8], pull: 0.005 }] as const),
      uncertaintySettings,
    );
    const { tiles } = free;
    const at = (x: number) => cut[Math.floor((100 * tiles) / ROWS) * tiles + Math.floor((x * tiles) / COLS)];
    expect(free.count).toBe(1);
    expect([at(4), at(66), at(84), at(130)]).toEqual([1, 1, 0, 0]);
  });

  it('takes what is narrow for recorded, however long the frame’s edge cuts it', () => {
    using scope = kernels.scope();
    // a row of discs makes a fibre along the left edge
    const fibre = Array.from({ length: 30 }, (_, k) => ({ ...clear, x: 4, y: 6 * k, radius: 8 }));
    const field = fieldOf(scope, fibre);
    const free = sampleFree(kernels, field, SPREAD);
    const open = openParts(
      ...([kernels, field, free, SPREAD, { widest: { x: 50, y: 50 }, waves: [8], pull: 0.005 }] as const),
      uncertaintySettings,
    );
    expect(free.count).toBe(1);
    expect(open.cut.includes(1)).toBe(false);
  });
});
