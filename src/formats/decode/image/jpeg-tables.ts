import { unreadable } from '../samples/refusals.ts';

const SIDE = 8;

/** Steps by table, in the file's own order along the diagonals of a block (ITU-T T.81, B.2.4.1). */
export type QuantisationTables = Map<number, readonly number[]>;

/** Adds the tables of a DQT segment, whose content begins at `from`, to those that came before. */
export function readTables(view: DataView, from: number, end: number, tables: QuantisationTables): void {
  for (let at = from; at < end;) {
    const kind = view.getUint8(at);
    const bytes = kind >> 4 === 0 ? 1 : 2;
    const length = bytes * SIDE * SIDE;
    if (kind >> 4 > 1 || at + 1 + length > end)
      throw unreadable('The JPEG has a damaged quantisation table.');
    const steps = Array.from({ length: SIDE * SIDE }, (_, k) =>
      bytes === 1 ? view.getUint8(at + 1 + k) : view.getUint16(at + 1 + 2 * k),
    );
    tables.set(kind & 15, steps);
    at += 1 + length;
  }
}

/** A table row by row: the steps of a vertical frequency after the other, each from the lowest horizontal one. */
export function rowByRow(alongDiagonals: readonly number[]): number[] {
  const rows = new Array<number>(SIDE * SIDE);
  let [x, y] = [0, 0];
  for (const step of alongDiagonals) {
    rows[y * SIDE + x] = step;
    // up and right on even diagonals, down and left on odd ones; along the border where that leaves the block
    if ((x + y) % 2 === 0) {
      if (x === SIDE - 1) y++;
      else if (y === 0) x++;
      else [x, y] = [x + 1, y - 1];
    } else if (y === SIDE - 1) x++;
    else if (x === 0) y++;
    else [x, y] = [x - 1, y + 1];
  }
  return rows;
}
