import type { RealMap } from '../../reconstruction/reconstruction.ts';
import { UNIFORM_SIGMA, type Ringing } from '../../uncertainty/phase-sigma.ts';

/**
 * What of the phase's uncertainty is the sample's own structure that rings where the frame fades at its edges, as `phaseSigma`
 * has it at each sample: root mean square over all of which a phase is left, rad.
 * @param amplitude relative to the background
 */
export function ringingOverFrame(ringing: Ringing, { rows, cols, data }: RealMap): number {
  const total = { variance: 0, samples: 0 };
  for (let y = 0; y < rows; y++) {
    const row = Math.floor(((y + 0.5) * ringing.places) / rows) * ringing.places;
    addRow(total, ringing, row, ringing.byY[y]!, data.subarray(y * cols, (y + 1) * cols));
  }
  return Math.sqrt(total.variance / Math.max(1, total.samples));
}

/** @param row where the places of this row begin */
function addRow(
  total: { variance: number; samples: number },
  { places, power, byX }: Ringing,
  row: number,
  down: number,
  amplitude: Float32Array,
): void {
  const most = UNIFORM_SIGMA * UNIFORM_SIGMA;
  for (let x = 0; x < amplitude.length; x++) {
    const across = byX[x]!;
    const place = power[row + Math.floor(((x + 0.5) * places) / amplitude.length)]!;
    const added = (0.5 * place * (down * down + across * across)) / (amplitude[x]! * amplitude[x]! + 1e-30);
    if (!(across + down < Infinity && added < most)) continue;
    total.variance += added;
    total.samples++;
  }
}
