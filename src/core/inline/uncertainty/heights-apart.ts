import { TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { fastSize } from '../../fft/fast-size.ts';
import { fft2 } from '../../fft/fft2.ts';
import { bytesIn, corner, type ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { uncertaintySettings, type UncertaintySettings } from './uncertainty-settings.ts';

const RINGS = 1024;

/**
 * Whether heights lie far enough apart to settle the phase of a sample that both absorbs and delays light. A height z
 * records 2 (â cos χ + φ̂ sin χ), χ = πλz f² (Guigay, Optik 49, 121 (1977)); the two unknowns of a frequency are told
 * apart by the differences of χ, πλf² √(Σ (z − mean z)²), which are least where the sample is broad.
 * @param field 1 where nothing is in the beam
 * @param distances µm, of each frame
 */
export function heightsSettlePhase(
  kernels: Kernels,
  field: ComplexPlane,
  { sampling, wavelength }: SensorOptics,
  distances: readonly number[],
  { heightsApart, broadEnergy }: UncertaintySettings = uncertaintySettings,
): boolean {
  const mean = distances.reduce((sum, z) => sum + z, 0) / distances.length;
  const spread = Math.sqrt(distances.reduce((sum, z) => sum + (z - mean) * (z - mean), 0));
  if (spread === 0) return false;
  const frequency = broadFrequency(kernels, field, broadEnergy) / Math.max(sampling.pitchX, sampling.pitchY);
  return Math.PI * wavelength * spread * frequency * frequency > heightsApart;
}

/** Frequency (cycles/px) below which a share of the energy of a field's structure lies; its mean does not count. */
function broadFrequency(kernels: Kernels, field: ComplexPlane, share: number): number {
  const { wasm } = kernels;
  const { rows, cols } = field;
  using scope = kernels.scope();
  const spectrum = scope.complex(fastSize(rows), fastSize(cols));
  wasm.fillBytes(spectrum.ptr, { value: 0, bytes: bytesIn(spectrum) });
  wasm.takeField(field, corner(spectrum, rows, cols), { re: -1, im: 0 });
  fft2(kernels, spectrum);
  const first = kernels.floats(spectrum.ptr, 8);
  [first[0], first[TO_IMAGINARY]] = [0, 0];
  const [sums, counts] = [scope.doubles(RINGS), scope.integers(RINGS)];
  wasm.fillBytes(sums, { value: 0, bytes: RINGS * 8 });
  wasm.fillBytes(counts, { value: 0, bytes: RINGS * 4 });
  const step = 0.5 / RINGS;
  wasm.sumRings(spectrum, sums, counts, { rings: RINGS, step });
  const energy = kernels.doubles(sums, RINGS);
  const target = share * energy.reduce((sum, ring) => sum + ring, 0);
  let below = 0;
  let ring = 0;
  while (ring < RINGS - 1 && (below += energy[ring]!) < target) ring += 1;
  return (ring + 0.5) * step;
}
