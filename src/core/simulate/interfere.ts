import type { KernelExports } from '../kernel/exports.ts';
import { aberrationPhase } from './aberration.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import type { SeenWave } from './seen-by-pixels.ts';

type Trigonometry = Pick<KernelExports, 'sin' | 'cos'>;

/**
 * Relative intensity of the object wave u, aberrated, with the tilted reference R = ratio · exp(−2πi (fx·j + fy·i)):
 * (|u|² + |R|² + coherence · 2 Re(u R*)) / (1 + ratio²), 1 on average where u is 1. The product u R* carries
 * u · exp(+2πi (fx·j + fy·i)), so u itself, not its conjugate, lies at +carrier in the spectrum.
 * @param seen u as pixels see it
 */
export function interfere(seen: SeenWave, spec: SimulationSpec, wasm: Trigonometry): Float64Array {
  const { rows, cols, re, im } = seen.fringes;
  const { amplitude_ratio: ratio, coherence } = spec;
  const { vignetting } = spec.disturbances;
  const second = secondReference(spec, wasm);
  const [fx, fy] = spec.carrier_cycles_per_px;
  const alongX = phasors(cols, fx, wasm);
  const alongY = phasors(rows, fy, wasm);
  const optics = spec.aberration.length > 0 ? aberrationPhase(spec.aberration, rows, cols) : null;
  const intensity = new Float64Array(rows * cols);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const i = row * cols + col;
      let cosine = alongX.cosine[col]! * alongY.cosine[row]! - alongX.sine[col]! * alongY.sine[row]!;
      let sine = alongX.sine[col]! * alongY.cosine[row]! + alongX.cosine[col]! * alongY.sine[row]!;
      if (optics) {
        const c = wasm.cos(optics[i]!);
        const s = wasm.sin(optics[i]!);
        [cosine, sine] = [cosine * c - sine * s, sine * c + cosine * s];
      }
      const open = vignetting > 0 ? 1 - vignetting * cornerShare(row, rows, col, cols) : 1;
      let reference = ratio * ratio;
      if (second) {
        const [a, b] = second(row, col);
        [cosine, sine] = [cosine * a - sine * b, sine * a + cosine * b];
        reference *= a * a + b * b;
      }
      const mutual = 2 * coherence * ratio * open * (re[i]! * cosine - im[i]! * sine);
      intensity[i] = (open * open * seen.light[i]! + reference + mutual) / (1 + ratio * ratio);
    }
  }
  return intensity;
}

/** 0 in the middle of a frame, 1 in its corners, growing with the square of the distance. */
function cornerShare(row: number, rows: number, col: number, cols: number): number {
  const [x, y] = [(2 * col + 1) / cols - 1, (2 * row + 1) / rows - 1];
  return (x * x + y * y) / 2;
}

/** Conjugate of both references together over the first: 1 + share · exp(+2πi tilt·x). Null where there is but one. */
function secondReference(
  { width_px: cols, height_px: rows, disturbances }: SimulationSpec,
  wasm: Trigonometry,
) {
  const { second_reference: share, second_tilt_cycles_per_px: tilt } = disturbances;
  if (share === 0) return null;
  const [x, y] = [phasors(cols, tilt[0], wasm), phasors(rows, tilt[1], wasm)];
  return (row: number, col: number): [number, number] => [
    1 + share * (x.cosine[col]! * y.cosine[row]! - x.sine[col]! * y.sine[row]!),
    share * (x.sine[col]! * y.cosine[row]! + x.cosine[col]! * y.sine[row]!),
  ];
}

/** exp(2πi frequency·n) for n = 0 … count − 1. */
function phasors(count: number, frequency: number, wasm: Trigonometry) {
  const turns = (n: number) => 2 * Math.PI * (frequency * n - Math.round(frequency * n));
  return {
    cosine: Float64Array.from({ length: count }, (_, n) => wasm.cos(turns(n))),
    sine: Float64Array.from({ length: count }, (_, n) => wasm.sin(turns(n))),
  };
}
