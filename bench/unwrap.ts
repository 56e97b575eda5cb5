/**
 * Unwrapping of noisy phases with known truth: pixels that end up on the wrong multiple of 2π, by method and noise,
 * and the time it takes. Prints two tables. `node bench/unwrap.ts [seeds]`
 */
import type { BytesAt } from '../src/core/kernel/addresses.ts';
import type { RealPlane } from '../src/core/kernel/plane.ts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Kernels } from '../src/core/kernel/kernels.ts';
import { unwrap, type UnwrapMethod, type Unwrapping } from '../src/core/phase/unwrap.ts';

const wasm = readFileSync(new URL('../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(wasm);
const seeds = Number(process.argv[2] ?? 3);

type Surface = (x: number, y: number) => number;

/** rad over x, y in [-1, 1] */
const surfaces: Record<string, Surface> = {
  'bead, 25 rad': (x, y) => 25 * Math.sqrt(Math.max(0, 1 - (x * x + y * y) / 0.36)),
  'hills, ±10 rad': (x, y) => 10 * Math.sin(3 * x + 1) * Math.cos(4 * y - 0.5),
  'ramp, 60 rad': (x, y) => 20 * x + 10 * y,
  'ramp, 2 rad/px': (x) => 512 * x,
};

/** Normal deviates from a seed (mulberry32, Box–Muller). */
function deviates(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

interface Outcome {
  readonly result: Unwrapping;
  /** fraction of pixels off the commonest multiple */
  readonly wrong: number;
  /** the same among the pixels the mask trusts */
  readonly wrongTrusted: number;
  readonly ms: number;
}

function measure(
  rows: number,
  cols: number,
  surface: Surface,
  sigma: number,
  seed: number,
  method?: UnwrapMethod,
) {
  using scope = kernels.scope();
  const wrapped = scope.real(rows, cols);
  const phase = scope.real(rows, cols);
  const mask = scope.bytes(rows * cols);
  const noise = deviates(seed);
  const truth = new Float64Array(rows * wrapped.pitch);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++)
      truth[row * wrapped.pitch + col] =
        surface((2 * col) / (cols - 1) - 1, (2 * row) / (rows - 1) - 1) + (sigma ? sigma * noise() : 0);
  const turn = 2 * Math.PI;
  kernels.floats(wrapped.ptr, truth.length).set(truth.map((v) => v - turn * Math.round(v / turn)));
  const start = performance.now();
  const result = unwrap(kernels, wrapped, null, phase, mask, method ? { method } : {});
  const ms = performance.now() - start;
  return { result, ms, ...wrongFractions(truth, phase, mask) } satisfies Outcome;
}

function wrongFractions(truth: Float64Array, phase: RealPlane, mask: BytesAt) {
  const got = kernels.floats(phase.ptr, truth.length);
  const marks = kernels.bytes(mask, phase.rows * phase.cols);
  const counts = new Map<number, [number, number]>();
  let trusted = 0;
  for (let row = 0; row < phase.rows; row++)
    for (let col = 0; col < phase.cols; col++) {
      const at = row * phase.pitch + col;
      const turns = Math.round((got[at]! - truth[at]!) / (2 * Math.PI));
      const pair = counts.get(turns) ?? [0, 0];
      const ok = marks[row * phase.cols + col] === 0 ? 1 : 0;
      counts.set(turns, [pair[0] + 1, pair[1] + ok]);
      trusted += ok;
    }
  const [all, among] = [...counts.values()].sort((a, b) => b[0] - a[0])[0]!;
  return { wrong: 1 - all / marks.length, wrongTrusted: trusted ? 1 - among / trusted : 0 };
}

const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const percent = (value: number) => (100 * value).toFixed(value < 0.01 ? 3 : 1).padStart(7);

function accuracy(): void {
  console.log('wrong pixels in % (in brackets: among the trusted); 512², mean of', seeds, 'seeds');
  console.log('surface         σ/rad  residues/px   quality-guided     least-squares');
  for (const [name, surface] of Object.entries(surfaces))
    for (const sigma of [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2]) {
      const cells = (['quality-guided', 'least-squares'] as const).map((method) => {
        const runs = Array.from({ length: seeds }, (_, i) =>
          measure(512, 512, surface, sigma, i + 1, method),
        );
        const text = `${percent(mean(runs.map((r) => r.wrong)))} (${percent(mean(runs.map((r) => r.wrongTrusted)))})`;
        return { text, density: mean(runs.map((r) => r.result.residueDensity)) };
      });
      console.log(
        name.padEnd(16),
        sigma.toFixed(1),
        cells[0]!.density.toFixed(5).padStart(12),
        ...cells.map((c) => c.text.padStart(19)), // prettier-ignore
      );
    }
}

function timing(): void {
  console.log('\ntime in ms, the least of 5');
  const bead = surfaces['bead, 25 rad']!;
  const hills = surfaces['hills, ±10 rad']!;
  for (const [rows, cols] of [
    [300, 400],
    [1024, 1024],
    [1080, 1920],
  ] as const)
    // prettier-ignore
    for (const [sigma, method] of [[0, 'scan'], [0.6, 'quality-guided'], [0.8, 'quality-guided'], [0.8, 'least-squares']] as const) { // prettier-ignore
      const runs = Array.from({ length: 5 }, () => measure(rows, cols, sigma ? bead : hills, sigma, 1, method));
      const density = runs[0]!.result.residueDensity;
      const ms = Math.min(...runs.map((r) => r.ms));
      console.log(`${rows}×${cols}`.padEnd(10), method.padEnd(16), density.toFixed(4), ms.toFixed(2).padStart(9));
    }
}

/** The same bead through scikit-image's unwrap_phase, where Python has it. */
function timingOfScikitImage(): void {
  const script = `
import time, numpy as np
from skimage.restoration import unwrap_phase
for rows, cols in ((300, 400), (1024, 1024), (1080, 1920)):
    y, x = np.mgrid[-1:1:rows * 1j, -1:1:cols * 1j]
    bead = 25 * np.sqrt(np.maximum(0, 1 - (x * x + y * y) / 0.36))
    noisy = bead + np.random.default_rng(1).normal(0, 0.8, bead.shape)
    wrapped = np.angle(np.exp(1j * noisy)).astype(np.float32)
    times = []
    for _ in range(3):
        start = time.perf_counter()
        unwrap_phase(wrapped)
        times.append(time.perf_counter() - start)
    print(f"{rows}×{cols}".ljust(10), "scikit-image".ljust(23), f"{1000 * min(times):9.2f}")
`;
  const { status, stdout } = spawnSync('python3', ['-c', script], { encoding: 'utf8' });
  console.log(status === 0 ? stdout.trimEnd() : 'no Python with scikit-image here to compare with');
}

accuracy();
timing();
timingOfScikitImage();
