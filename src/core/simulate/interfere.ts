import type { KernelExports } from '../kernel/exports.ts';
import { aberrationPhase } from './aberration.ts';
import type { SimulationSpec } from './simulation-spec.ts';
import type { Wave } from './wave.ts';

type Trigonometry = Pick<KernelExports, 'sin' | 'cos'>;

/**
 * Relative intensity of the object wave u, aberrated, with the tilted reference R = ratio · exp(−2πi (fx·j + fy·i)):
 * (|u|² + |R|² + coherence · 2 Re(u R*)) / (1 + ratio²), 1 on average where u is 1. The product u R* carries
 * u · exp(+2πi (fx·j + fy·i)), so u itself, not its conjugate, lies at +carrier in the spectrum.
 */
export function interfere(wave: Wave, spec: SimulationSpec, run: Trigonometry): Float64Array {
  const { rows, cols } = wave;
  const { amplitude_ratio: ratio, coherence } = spec;
  const [fx, fy] = spec.carrier_cycles_per_px;
  const alongX = phasors(cols, fx, run);
  const alongY = phasors(rows, fy, run);
  const optics = spec.aberration.length > 0 ? aberrationPhase(spec.aberration, rows, cols) : null;
  const intensity = new Float64Array(rows * cols);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const i = row * cols + col;
      let cosine = alongX.cosine[col]! * alongY.cosine[row]! - alongX.sine[col]! * alongY.sine[row]!;
      let sine = alongX.sine[col]! * alongY.cosine[row]! + alongX.cosine[col]! * alongY.sine[row]!;
      if (optics) {
        const c = run.cos(optics[i]!);
        const s = run.sin(optics[i]!);
        [cosine, sine] = [cosine * c - sine * s, sine * c + cosine * s];
      }
      const re = wave.re[i]!;
      const im = wave.im[i]!;
      const mutual = 2 * coherence * ratio * (re * cosine - im * sine);
      intensity[i] = (re * re + im * im + ratio * ratio + mutual) / (1 + ratio * ratio);
    }
  }
  return intensity;
}

/** exp(2πi frequency·n) for n = 0 … count − 1. */
function phasors(count: number, frequency: number, run: Trigonometry) {
  const turns = (n: number) => 2 * Math.PI * (frequency * n - Math.round(frequency * n));
  return {
    cosine: Float64Array.from({ length: count }, (_, n) => run.cos(turns(n))),
    sine: Float64Array.from({ length: count }, (_, n) => run.sin(turns(n))),
  };
}
