import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { oneIn } from '../../../test/short-form.ts';
import { centreCrop } from '../field/camera.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { reconstruct } from '../reconstruct.ts';
import type { Reconstruction } from '../reconstruction/reconstruction.ts';
import { simulate } from '../simulate/simulate.ts';
import { regionOn } from './background-region.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [WIDTH, HEIGHT] = [400, 300];

/** A broad drop of 3 rad that leaves only the corners free, on a bowl of the optics. */
const drop = (x: number, y: number) => {
  const r = ((x - WIDTH / 2) / 180) ** 2 + ((y - HEIGHT / 2) / 135) ** 2;
  return r < 1 ? 3 * (1 - r) ** 2 : 0;
};
const bowl = (x: number, y: number) => 5 * (x / WIDTH - 0.4) ** 2 - 4 * (y / HEIGHT - 0.5) * (x / WIDTH);
const hologram = frameOf(WIDTH, HEIGHT, (x, y) =>
  Math.round(2000 * (1 + 0.8 * Math.cos(2 * Math.PI * (0.2 * x + 0.15 * y) + drop(x, y) + bowl(x, y)))),
);
const CORNERS = '0,0,90,70;310,0,90,70;0,230,90,70;310,230,90,70';

function run(fields: Record<string, unknown>): Reconstruction {
  const rig = { holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 3.45, z_mm: 0 };
  return reconstruct(kernels, { hologram, background: null }, parseRecipe({ ...rig, ...fields }));
}

function refused(fields: Record<string, unknown>): string {
  try {
    run(fields);
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    expect(cause.code).toBe('INVALID_INPUT');
    expect(cause.errors[0]!.pointer).toMatch(/^\/background_region(\/\d+)?$/);
    return cause.message;
  }
  throw new Error('nothing was refused');
}

/** rms of the phase against the drop, rad, their means apart from each other's taken out, edges left out. */
function error({ phase, cols }: Reconstruction): number {
  const off: number[] = [];
  for (let y = 20; y < HEIGHT - 20; y += 3)
    for (let x = 20; x < WIDTH - 20; x += 3) off.push(phase.data[y * cols + x]! - drop(x, y));
  const mean = off.reduce((a, b) => a + b) / off.length;
  return Math.sqrt(off.reduce((sum, value) => sum + (value - mean) ** 2, 0) / off.length);
}

const polynomial = { phase_background: 'polynomial' };
const aberration = (result: Reconstruction) => result.steps.find(({ name }) => name === 'aberration')!;

describe('background_degree', () => {
  it.each(oneIn(3, [1, 2, 3, 4, 5, 6], 1))(
    '%i is the degree that is taken out',
    { tags: 'further/rig' },
    (background_degree) => {
      expect(aberration(run({ ...polynomial, background_degree })).metrics.degree).toBe(background_degree);
    },
  );
});

describe('background_region', () => {
  it('keeps a sample that fills the frame from being taken for background', () => {
    const known = run({ ...polynomial, background_degree: 2, background_region: CORNERS });
    expect(error(known)).toBeLessThan(0.02);
    expect(error(run({ ...polynomial, background_degree: 2 }))).toBeGreaterThan(0.1);
    expect(aberration(known).method).toContain('free of sample');
    expect(aberration(known).metrics.region_tiles).toBeGreaterThan(100);
    // nor is the light: its amplitude is 1 everywhere
    const middle = known.amplitude.data[(HEIGHT / 2) * WIDTH + WIDTH / 2]!;
    expect(Math.abs(middle - 1)).toBeLessThan(0.02);
  });

  it('leaves no more degrees to auto than it carries', () => {
    const one = run({ background_region: '0,0,120,90' });
    expect(aberration(one).metrics.degree).toBe(1);
    expect(aberration(run({ background_region: CORNERS })).metrics.degree).toBe(2);
  });

  it('means the same pixels at native sampling, and rectangles that overlap count once', () => {
    const fields = { ...polynomial, background_degree: 2, background_region: CORNERS };
    const coefficients = (more: object) => aberration(run({ ...fields, ...more })).metrics;
    expect(coefficients({ output_sampling: 'native' })).toEqual(coefficients({}));
    expect(coefficients({ background_region: `${CORNERS};0,0,90,70;10,10,50,30` })).toEqual(coefficients({}));
  });

  it('is refused with a reason where it is too small, or leaves the frame', () => {
    expect(refused({ background_region: '0,0,401,20' })).toContain('leaves the frame of 400 × 300 px');
    expect(refused({ background_region: '10,10,20,20' })).toMatch(/holds \d+ whole tiles of \d+ × \d+ px/);
    const leaning = { ...polynomial, background_degree: 4, background_region: '0,0,120,90' };
    expect(refused(leaning)).toMatch(/degree 4: errors in it would grow \d+-fold/);
    // the same degree on all sides is carried
    const strips = '0,0,400,60;0,240,400,60;0,0,80,300;320,0,80,300';
    expect(aberration(run({ ...leaning, background_region: strips })).metrics.degree).toBe(4);
  });

  it('counts from the corner of the uploaded frame, and what lies outside its used part is left out', () => {
    const frame = { width: 2400, height: 1200 };
    const crop = centreCrop(2400, 1200);
    const grid = { rows: 540, cols: 960, stepX: 2, stepY: 2 };
    const on = (background_region: readonly (readonly [number, number, number, number])[]) =>
      regionOn({ background_region }, frame, crop, grid)!.inside;
    const inside = on([[200, 50, 140, 30]]);
    const seen = Array.from(inside.keys()).filter((i) => inside[i] === 1);
    const xs = seen.map((i) => i % 960);
    const ys = seen.map((i) => Math.floor(i / 960));
    // the crop starts at (240, 60): 100 × 20 px are left, 50 × 10 samples
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([0, 49, 0, 9]);
    expect(seen).toHaveLength(500);
    expect(() => on([[0, 0, 240, 60]])).toThrow('used part of the frame, 1920 × 1080 px from (240, 60)');
    expect(regionOn({ background_region: null }, frame, crop, grid)).toBeNull();
  });

  it('holds in-line as well', { tags: 'further/rig' }, () => {
    const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2, z_mm: 1 };
    const size = { width_px: 128, height_px: 128 };
    const simulated = simulate(kernels, { mode: 'inline', object: { kind: 'cells' }, ...size, ...rig });
    const stages = new Set<string>();
    const steps = (fields: object) => {
      const recipe = parseRecipe({ holography_mode: 'inline', phase_retrieval: 'none', ...rig, ...fields });
      const frames = { hologram: simulated.hologram, background: null };
      stages.clear();
      return reconstruct(kernels, frames, recipe, (stage) => stages.add(stage)).steps;
    };
    const border = '0,0,128,24;0,104,128,24;0,0,24,128;104,0,24,128';
    const asked = { ...polynomial, background_degree: 2, background_region: border };
    const step = steps(asked).find(({ name }) => name === 'phase background')!;
    expect(step.metrics.degree).toBe(2);
    expect(step.metrics.region_tiles).toBeGreaterThan(100);
    // before the focus is searched or the field retrieved, which take minutes
    const search = { z_mm: undefined, z_min_mm: 0.5, z_max_mm: 1.5 };
    expect(() => steps({ ...asked, ...search, background_region: '0,0,20,20' })).toThrow('degree 2');
    expect([...stages]).toEqual(['normalise']);
    // how much auto takes out is known with the distance
    expect(() => steps({ background_region: '0,0,9,9' })).toThrow('whole tiles');
    expect([...stages]).toEqual(['normalise', 'focus']);
  });
});
