import type { RealMap } from '../../reconstruction/reconstruction.ts';
import { UNIFORM_SIGMA, type Ringing } from '../../uncertainty/phase-sigma.ts';

/**
 * What of the phase's uncertainty is the sample's own structure that rings where the frame fades at its edges, as `phaseSigma`
 * has it at each sample: root mean square over all of which a phase is left, rad.
 * @param amplitude relative to the background
 */
export function ringingOverFrame(ringing: Ringing, { rows, cols, data }: RealMap): number {
  const total = { variance: 0, samples: 0 };
  const columns = Int32Array.from({ length: cols }, (_, x) =>
    Math.floor(((x + 0.5) * ringing.places) / cols),
  );
  const everywhere = Int32Array.from(columns.keys());
  // elsewhere nothing rings but what the upper and the lower edge make ring
  const atEdge = everywhere.filter((x) => ringing.byX[x] !== 0);
  for (let y = 0; y < rows; y++) {
    const down = ringing.byY[y]!;
    const row = Math.floor(((y + 0.5) * ringing.places) / rows) * ringing.places;
    const those = down === 0 ? atEdge : everywhere;
    total.samples += cols - those.length;
    const own = { amplitude: data.subarray(y * cols, (y + 1) * cols), power: ringing.power.subarray(row) };
    addRow(total, own, columns, those, down, ringing.byX);
  }
  return Math.sqrt(total.variance / Math.max(1, total.samples));
}

interface RingingRow {
  readonly amplitude: Float32Array;
  /** of its places */
  readonly power: Float64Array;
}

function addRow(
  total: { variance: number; samples: number },
  { amplitude, power }: RingingRow,
  places: Int32Array,
  columns: Int32Array,
  down: number,
  byX: Float32Array,
): void {
  const most = UNIFORM_SIGMA * UNIFORM_SIGMA;
  let { variance, samples } = total;
  for (let k = 0; k < columns.length; k++) {
    const x = columns[k]!;
    const across = byX[x]!;
    const place = power[places[x]!]!;
    const added = (0.5 * place * (down * down + across * across)) / (amplitude[x]! * amplitude[x]! + 1e-30);
    if (!(across + down < Infinity && added < most)) continue;
    variance += added;
    samples++;
  }
  total.variance = variance;
  total.samples = samples;
}
