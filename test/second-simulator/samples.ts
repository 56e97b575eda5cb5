import type { Chance } from './chance.ts';
import { emptyGrid, type Grid } from './grid.ts';

/** How much phase a thing adds at a place, rad; lengths in camera pixels from the middle of the frame. */
interface Thing {
  readonly x: number;
  readonly y: number;
  /** it is nowhere farther than this */
  readonly reach: number;
  /** by the place relative to its middle */
  readonly phase: (x: number, y: number) => number;
  /** share of the amplitude that passes it; absent: all */
  readonly passes?: number;
  /** it is a hole in a plate, of which there is one as soon as one of the things says so */
  readonly isHole?: true;
}

/** Share of the amplitude that passes a plate: chrome of density 4. */
const PLATE = 0.01;

/** A sample as the sum of its things. */
export type Sample = readonly Thing[];
export type SampleKind = (chance: Chance, width: number, height: number) => Sample;

/** Everything lies about at random, up to somewhat outside of the frame. */
function scattered(
  chance: Chance,
  width: number,
  height: number,
  count: number,
  make: () => Omit<Thing, 'x' | 'y'>,
): Sample {
  return Array.from({ length: count }, () => {
    const thing = make();
    return { ...thing, x: chance.within(0.56 * width), y: chance.within(0.56 * height) };
  });
}

const turned = (angle: number, x: number, y: number) =>
  [Math.cos(angle) * x + Math.sin(angle) * y, Math.cos(angle) * y - Math.sin(angle) * x] as const;

/** Flat cells with a nucleus and granules: domes that end smoothly. */
const cells: SampleKind = (chance, width, height) => {
  const share = (width * height) / 400 ** 2;
  return scattered(chance, width, height, Math.max(3, Math.round(share * chance.between(4, 12))), () => {
    const [a, b] = [chance.between(18, 38), chance.between(14, 26)];
    const [angle, top] = [chance.within(Math.PI), chance.between(0.8, 3)];
    const nucleus = { x: chance.within(0.3 * b), y: chance.within(0.3 * b), size: 0.35 * b };
    const granules = Array.from(
      { length: 5 },
      () => [chance.within(0.6 * a), chance.within(0.6 * b)] as const,
    );
    const phase = (x: number, y: number) => {
      const [u, v] = turned(angle, x, y);
      const square = (u / a) ** 2 + (v / b) ** 2;
      if (square >= 1) return 0;
      const dome = (1 - square) ** 1.3;
      const core = 0.4 * Math.exp(-((u - nucleus.x) ** 2 + (v - nucleus.y) ** 2) / nucleus.size ** 2);
      const grains = granules.reduce(
        (sum, [p, q]) => sum + 0.12 * Math.exp(-((u - p) ** 2 + (v - q) ** 2) / 8),
        0,
      );
      return top * dome * (1 + core + grains);
    };
    return { reach: Math.max(a, b), phase };
  });
};

/** Discs with a dent, as red blood cells lie. */
const discs: SampleKind = (chance, width, height) =>
  scattered(chance, width, height, Math.round(((width * height) / 400 ** 2) * chance.between(8, 30)), () => {
    const [radius, top] = [chance.between(13, 19), chance.between(1, 2.2)];
    const phase = (x: number, y: number) => {
      const square = (x * x + y * y) / (radius * radius);
      return square >= 1 ? 0 : top * Math.sqrt(1 - square) * (0.35 + 1.6 * square - 0.6 * square * square);
    };
    return { reach: radius, phase };
  });

/** Balls, and caps whose rim is steep. */
const balls: SampleKind = (chance, width, height) =>
  scattered(chance, width, height, Math.round(chance.between(2, 9)), () => {
    const [radius, top] = [chance.between(12, 36), chance.between(1.5, 5)];
    return {
      reach: radius,
      phase: (x, y) => top * Math.sqrt(Math.max(0, 1 - (x * x + y * y) / radius ** 2)),
    };
  });

/** Etched rectangles, one depth for all of a frame. */
const steps: SampleKind = (chance, width, height) => {
  const depth = chance.between(0.4, 2.2) * (chance.next() < 0.5 ? 1 : -1);
  const angle = chance.within(0.4);
  return scattered(chance, width, height, Math.round(chance.between(3, 8)), () => {
    const [a, b] = [chance.between(15, 60), chance.between(15, 60)];
    const phase = (x: number, y: number) => {
      const [u, v] = turned(angle, x, y);
      return Math.abs(u) < a && Math.abs(v) < b ? depth : 0;
    };
    return { reach: Math.hypot(a, b), phase };
  });
};

/** Groups of three bars, as on a resolution chart. */
const bars: SampleKind = (chance, width, height) => {
  const depth = chance.between(0.4, 1.5);
  return scattered(chance, width, height, Math.round(chance.between(6, 14)), () => {
    const [wide, across] = [chance.between(3, 14), chance.next() < 0.5];
    const phase = (x: number, y: number) => {
      const [u, v] = across ? [x, y] : [y, x];
      return Math.abs(u) < 2.5 * wide && Math.abs(v) < 2.5 * wide && Math.floor(u / wide + 102.5) % 2 === 0
        ? depth
        : 0;
    };
    return { reach: 3.6 * wide, phase };
  });
};

/** Fibres from one side of the frame to the other. */
const fibres: SampleKind = (chance, width, height) =>
  scattered(chance, width, height, Math.round(chance.between(1, 4)), () => {
    const [radius, top, angle] = [chance.between(4, 14), chance.between(0.8, 3), chance.within(Math.PI)];
    const bend = chance.within(0.001);
    const phase = (x: number, y: number) => {
      const [u, v] = turned(angle, x, y);
      return top * Math.sqrt(Math.max(0, 1 - ((v - bend * u * u) / radius) ** 2));
    };
    return { reach: 2 * Math.max(width, height), phase };
  });

/** Tissue that fills the frame: bumps upon bumps, nowhere a place without any. */
const tissue: SampleKind = (chance, width, height) =>
  scattered(chance, width, height, Math.round((width * height) / 500), () => {
    const [size, top] = [chance.between(8, 25), chance.normal() * 0.6];
    return { reach: 3 * size, phase: (x, y) => top * Math.exp(-(x * x + y * y) / size ** 2) };
  });

/** Cells that absorb, too. */
const stained: SampleKind = (chance, width, height) =>
  cells(chance, width, height).map((thing) => ({ ...thing, passes: chance.between(0.4, 0.9) }));

const nothing: SampleKind = () => [];

/** rad: in a hole there is something, or it is not one. */
const FLAT = 1e-9;

/** One to fifteen holes in a plate: round ones and bars, glass in some of them a step higher. */
const holes: SampleKind = (chance, width, height) => {
  const step = chance.between(0.3, 1.5);
  return Array.from({ length: Math.ceil(chance.between(0, 15)) }, () => {
    const [a, b, angle] = [chance.between(5, 60), chance.between(5, 40), chance.within(Math.PI)];
    const [isRound, raised] = [chance.next() < 0.5, chance.next() < 0.3 ? step : FLAT];
    const phase = (x: number, y: number) => {
      const [u, v] = turned(angle, x, y);
      const isIn = isRound ? Math.hypot(u, v) < b : Math.abs(u) < a && Math.abs(v) < b / 3;
      return isIn ? raised : 0;
    };
    const [x, y] = [chance.within(0.42 * width), chance.within(0.42 * height)];
    return { x, y, reach: Math.hypot(a, b), phase, isHole: true };
  });
};

export const sampleKinds = { cells, discs, balls, steps, bars, fibres, tissue, stained, nothing, holes };
export type SampleName = keyof typeof sampleKinds;

/** What a sample adds to the phase, and lets through of the amplitude, at every cell of a grid. */
export interface Drawn {
  readonly phase: Float64Array;
  readonly passes: Float64Array;
}

/** @param cell px, along a side of a cell of the grid, whose middle is that of the frame */
export function drawSample(sample: Sample, rows: number, cols: number, cell: number): Drawn {
  const ground = sample.some(({ isHole }) => isHole) ? PLATE : 1;
  const out = { phase: new Float64Array(rows * cols), passes: new Float64Array(rows * cols).fill(ground) };
  for (const { x, y, reach, phase, passes = 1, isHole } of sample) {
    const first = (at: number, count: number) => Math.max(0, Math.floor((at - reach) / cell + count / 2));
    const last = (at: number, count: number) =>
      Math.min(count - 1, Math.ceil((at + reach) / cell + count / 2));
    for (let row = first(y, rows); row <= last(y, rows); row += 1) {
      for (let col = first(x, cols); col <= last(x, cols); col += 1) {
        const added = phase((col + 0.5 - cols / 2) * cell - x, (row + 0.5 - rows / 2) * cell - y);
        if (added === 0) continue;
        const at = row * cols + col;
        out.phase[at] = isHole ? Math.max(out.phase[at]!, added) : out.phase[at]! + added;
        out.passes[at] = isHole ? 1 : out.passes[at]! * passes;
      }
    }
  }
  return out;
}

/** Multiplies a wave by what a part of a sample does to it. */
export function pass(wave: Grid, { phase, passes }: Drawn, share = 1): void {
  for (let i = 0; i < phase.length; i += 1) {
    const angle = share * phase[i]!;
    const size = share === 1 ? passes[i]! : passes[i]! ** share;
    const [c, s] = [size * Math.cos(angle), size * Math.sin(angle)];
    [wave.re[i], wave.im[i]] = [wave.re[i]! * c - wave.im[i]! * s, wave.re[i]! * s + wave.im[i]! * c];
  }
}

export function planeWave(rows: number, cols: number): Grid {
  const wave = emptyGrid(rows, cols);
  wave.re.fill(1);
  return wave;
}
