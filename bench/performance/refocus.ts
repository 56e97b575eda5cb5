import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { paint } from '../../src/web/worker/paint.ts';
import { coarseField } from '../../src/web/worker/refocus-preview.ts';
import { FieldRefocuser } from '../../src/web/worker/refocuser.ts';

/*
 * Live refocus as the page's worker does it, one thread: the field of a whole camera frame brought to another distance,
 * its amplitude or wrapped phase taken, and the picture coloured; on all samples, as when the hand rests, and on the few
 * that carry it, or that a screen shows, as while it moves. What the browser adds is handing the picture over.
 */

const ROWS = 1080;
const COLS = 1920;
const FRAMES = 40;
const optics = {
  ...{ wavelength: 0.6328, pitchX: 3.45, pitchY: 3.45, radius: 0.027, taper: 0 },
  outside: 1,
} as const;

const kernels = await Kernels.load(
  new Uint8Array(readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url))),
);

/** Beads of phase on a plain beam: what is in it does not change what it costs. */
const data = new Float32Array(2 * ROWS * COLS);
for (let i = 0; i < ROWS * COLS; i++) {
  const x = ((i % COLS) % 160) - 80;
  const y = (Math.floor(i / COLS) % 160) - 80;
  const phase = 2 * Math.exp(-(x * x + y * y) / 900);
  data[2 * i] = Math.cos(phase);
  data[2 * i + 1] = Math.sin(phase);
}

console.log('Milliseconds a frame, least / median, and frames a second at the median.\n');
console.log(
  '| samples | shown | step between frames | propagate | amplitude or phase | colours | all | frames/s |',
);
console.log('|---|---|---|---|---|---|---|---|');
const field = { rows: ROWS, cols: COLS, data };
/** 0.093 cycles/px, as off-axis filters have it, and a field that fills the frame's own samples, as in-line */
const fields = [
  { field, optics },
  coarseField(kernels, field, optics),
  coarseField(kernels, field, { ...optics, radius: 0.5 / optics.pitchX }),
];
for (const { field, optics } of fields) {
  for (const [show, step_mm] of [
    ['amplitude', 0.02],
    ['amplitude', 1],
    ['phase', 0.02],
    ['phase', 1],
  ] as const) {
    using refocuser = new FieldRefocuser(kernels, field, optics);
    const parts: number[][] = [[], [], [], []];
    for (let k = -4; k < FRAMES; k++) {
      const start = performance.now();
      refocuser.to(2 + (k + 5) * step_mm);
      const moved = performance.now();
      const map = refocuser.map(show);
      const taken = performance.now();
      paint(map.data, show === 'phase' ? 'cyclic' : 'grey', {
        min: show === 'phase' ? -3.1416 : 0,
        max: show === 'phase' ? 3.1416 : 1.6,
      });
      const painted = performance.now();
      // the first few warm up the engine
      if (k >= 0)
        [moved - start, taken - moved, painted - taken, painted - start].forEach((ms, i) =>
          parts[i]!.push(ms),
        );
    }
    const cells = parts.map((part) => {
      part.sort((a, b) => a - b);
      return `${part[0]!.toFixed(1)} / ${part[part.length >> 1]!.toFixed(1)}`;
    });
    const median = parts[3]![parts[3]!.length >> 1]!;
    console.log(
      `| ${field.cols} × ${field.rows} | ${show} | ${step_mm} mm | ${cells.join(' | ')} | ${(1000 / median).toFixed(1)} |`,
    );
  }
}
