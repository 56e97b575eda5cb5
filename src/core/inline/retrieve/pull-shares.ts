import { evidenceSettings, type EvidenceSettings } from '../../evidence/evidence-settings.ts';
import { solveSymmetric } from '../../fit/solve.ts';
import { tileBounds } from '../../field/tile-bounds.ts';

/** A share of a change, and by how much parts of the frame differ on it. */
export interface PullShare {
  readonly share: number;
  readonly scatter: number;
}

/** Of products over a part of the frame: b·b, b·f, f·f, b·r, f·r. */
type Sums = readonly [number, number, number, number, number];

/**
 * What share of a change's broad part, and of its fine one, leaves least unexplained, Σ (r − s_b b − s_f f)² over all frames; less of
 * it where parts of the frame differ, s³ / (s² + scatter²), as Wiener would weigh what is said so surely.
 * @param left what is unexplained of each frame, row by row and frame by frame: as it is, r, and after all of the broad change and after
 *   all of the fine one, r − b and r − f
 * @param parts along a side of the frame, each of which is asked for itself
 * @returns null where the frames do not fix them
 */
export function pullShares(
  { rows, cols }: { readonly rows: number; readonly cols: number },
  left: Readonly<Record<'before' | 'broad' | 'fine', Float32Array>>,
  { parts }: Pick<EvidenceSettings, 'parts'> = evidenceSettings,
): { readonly broad: PullShare; readonly fine: PullShare } | null {
  const frames = left.before.length / (rows * cols);
  const cells = Array.from({ length: parts * parts }, (_, part) => {
    const [down, across] = [
      tileBounds(Math.floor(part / parts), parts, rows),
      tileBounds(part % parts, parts, cols),
    ];
    const lines = Array.from({ length: frames * (down.to - down.from) }, (__, k) => {
      const [frame, y] = [Math.floor(k / (down.to - down.from)), down.from + (k % (down.to - down.from))];
      const from = (frame * rows + y) * cols;
      return alongRow(left, from + across.from, from + across.to);
    });
    return lines.reduce(plus);
  });
  const found = sharesOf(cells.reduce(plus));
  if (!found) return null;
  const asked = cells.flatMap((sums) => {
    const own = sharesOf(sums);
    return own ? [{ own, sums }] : [];
  });
  const scatter = (band: 0 | 1) => {
    const weights = asked.map(({ sums }) => sums[2 * band]!);
    const squares = asked.map(
      ({ own }, k) => weights[k]! * (own[band] - found[band]) * (own[band] - found[band]),
    );
    const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
    return asked.length > 0 ? Math.sqrt(sum(squares) / sum(weights)) : 1;
  };
  const shareOf = (band: 0 | 1): PullShare => {
    const [said, differs] = [found[band], scatter(band)];
    const sure = said * said + differs * differs;
    return { share: sure > 0 ? (said * said * said) / sure : 0, scatter: differs };
  };
  return { broad: shareOf(0), fine: shareOf(1) };
}

function sharesOf([bb, bf, ff, br, fr]: Sums): readonly [number, number] | null {
  const found = solveSymmetric(Float64Array.of(bb, bf, bf, ff), Float64Array.of(br, fr));
  return found && [found[0]!, found[1]!];
}

function alongRow({ before, broad, fine }: Parameters<typeof pullShares>[1], from: number, to: number): Sums {
  let [bb, bf, ff, br, fr] = [0, 0, 0, 0, 0];
  for (let i = from; i < to; i += 1) {
    const r = before[i]!;
    const [b, f] = [r - broad[i]!, r - fine[i]!];
    bb += b * b;
    bf += b * f;
    ff += f * f;
    br += b * r;
    fr += f * r;
  }
  return [bb, bf, ff, br, fr];
}

function plus(a: Sums, b: Sums): Sums {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]];
}
