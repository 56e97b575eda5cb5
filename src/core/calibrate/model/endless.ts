import type { Kernels } from '../../kernel/kernels.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { Lattice } from '../../targets/target-model.ts';
import { Arrived, type Near } from './arrived.ts';
import { betweenCells, bordered } from './between-cells.ts';
import type { Rims } from './rims.ts';
import type { MeasuredLight } from './measured.ts';
import { NEAR, Optics } from './optics.ts';
import { factorAt, rimOf, rimSlopeAt, sinc, type Path } from './path-response.ts';
import type { SceneGrid } from './scene.ts';
import type { PartOfFrame } from './shifted.ts';
import type { Around } from './soften.ts';
import {
  fastMultiple,
  frequencyOf,
  transformed,
  transformedFrom,
  type Complex,
  type Parts,
} from './spectrum.ts';

type Pair = readonly [number, number];

/** Two periods of a lattice as a camera sees them, pixels. */
export interface Period {
  readonly a: Pair;
  readonly b: Pair;
  readonly det: number;
}

/** A ruling's second period is as long as its first, along its lines. */
export function secondOf({ a, b }: Lattice) {
  return b ?? { x_um: -a.y_um, y_um: a.x_um };
}

export function periodOf(lattice: Lattice, [xx, xy, , yx, yy]: TargetToFrame): Period {
  const seen = ({ x_um, y_um }: Lattice['a']): Pair => [xx * x_um + xy * y_um, yx * x_um + yy * y_um];
  const [a, b] = [seen(lattice.a), seen(secondOf(lattice))];
  return { a, b, det: a[0] * b[1] - a[1] * b[0] };
}

/** Cycles per camera pixel of an order. */
export function orderFrequency({ a, b, det }: Period, n: number, m: number): Pair {
  return [(n * b[1] - m * a[1]) / det, (m * a[0] - n * b[0]) / det];
}

/** Cells along a ruling's lines, along which nothing changes. */
const ALONG_LINES = 8;

/** Cells along both periods, as many as orders of up to so many cycles per camera pixel. */
export function ordersUpTo(lattice: Lattice, { a, b }: Period, finest: number): Pair {
  const cells = ([x, y]: Pair) => fastMultiple(Math.ceil(2 * finest * Math.sqrt(x * x + y * y)), 2);
  return [lattice.b ? cells(b) : ALONG_LINES, cells(a)];
}

/** Where one period lies that is drawn on so many cells. */
export function drawnPeriod(lattice: Lattice, [high, wide]: Pair): TargetToFrame {
  const [a, b] = [lattice.a, secondOf(lattice)];
  const det = a.x_um * b.y_um - a.y_um * b.x_um;
  return [
    ...([(wide * b.y_um) / det, (-wide * b.x_um) / det, -0.5] as const),
    ...([(-high * a.y_um) / det, (high * a.x_um) / det, -0.5] as const),
  ];
}

/** What a wave that is an order is multiplied by; null: it is left out. */
type OfOrder = (fx: number, fy: number) => { readonly size: number; readonly turn: number } | null;

/** Writes the orders of a period that was drawn, each after its way, on a grid of so many cells, for an inverse transform. */
export function ordersInto(
  { wasm }: Kernels,
  { re: fromRe, im: fromIm }: Complex,
  [high, wide]: Pair,
  period: Period,
  [rows, cols]: Pair,
  [toRows, toCols]: Pair,
  of: OfOrder,
): Parts {
  return (re, im) => {
    re.fill(0);
    im.fill(0);
    for (let row = 0; row < rows; row += 1) {
      const m = frequencyOf(row, rows) * rows;
      for (let col = 0; col < cols; col += 1) {
        const n = frequencyOf(col, cols) * cols;
        const f = orderFrequency(period, n, m);
        const arrives = of(f[0], f[1]);
        if (!arrives) continue;
        const x = n / wide;
        const y = m / high;
        const by = (arrives.size * toRows * toCols) / (high * wide * sinc(x, wasm.sin) * sinc(y, wasm.sin));
        // a drawn cell is a mean around its middle
        const angle = arrives.turn - Math.PI * (x + y);
        const c = by * wasm.cos(angle);
        const s = by * wasm.sin(angle);
        const from = ((m + high) % high) * wide + ((n + wide) % wide);
        const to = ((m + toRows) % toRows) * toCols + ((n + toCols) % toCols);
        re[to] = fromRe[from]! * c - fromIm[from]! * s;
        im[to] = fromRe[from]! * s + fromIm[from]! * c;
      }
    }
  };
}

/** Cycles per camera pixel of what square pixels sample, to the corners. */
const SAMPLED = Math.SQRT1_2;
/** Cells drawn for each that orders ask for: finer ones pass for these, less the more cells there are. */
export const DRAWN = 4;
/** Cells between which a field is told for each that orders ask for: cubics between them are right to a few thousandths of the finest. */
const TOLD = 6;

/**
 * The same of a lattice without an end: all of it follows from one period, and nothing reaches a frame that is not drawn.
 * Spectra are those of the period.
 */
export class EndlessOptics extends Optics {
  override readonly canvas: SceneGrid;
  override readonly around: Around;
  override readonly isEndless = true;
  readonly #kernels: Kernels;
  readonly #measured: MeasuredLight;
  readonly #lattice: Lattice;
  readonly #orders: Pair;
  readonly #drawn: Pair;

  /** @param place about where it lies */
  constructor(
    kernels: Kernels,
    measured: MeasuredLight,
    medium_wavelength_um: number,
    lattice: Lattice,
    place: TargetToFrame,
  ) {
    super(kernels, measured, medium_wavelength_um, NEAR * measured.cell, 1);
    this.#kernels = kernels;
    this.#measured = measured;
    this.#lattice = lattice;
    this.#orders = ordersUpTo(lattice, periodOf(lattice, place), SAMPLED / measured.cell);
    const [rows, cols] = this.#orders;
    this.#drawn = [DRAWN * rows, DRAWN * cols];
    this.canvas = { rows: DRAWN * rows, cols: DRAWN * cols, cell: 1, left: 0, top: 0 };
    this.around = { rows: DRAWN * rows, cols: DRAWN * cols, fade: 0 };
  }

  override placed(): TargetToFrame {
    return drawnPeriod(this.#lattice, this.#drawn);
  }

  override spectrumOf(wave: Complex): Complex {
    return transformed(this.#kernels, wave, ...this.#drawn);
  }

  override spectrumFrom(fill: Parts): Complex {
    return transformedFrom(this.#kernels, this.#drawn, false, fill);
  }

  override field(spectrum: Complex, path: Path): Complex {
    return this.#told(spectrum, path)(this.#whole(0), 0, 0);
  }

  override arrived(spectrum: Complex, path: Path): Arrived {
    const { rows, cols, cell } = this.#measured;
    // a pixel stays as it is, whatever a picture does: nothing of it is drawn
    const near: Near = { rows, cols, cell, canvasCell: 0, around: NEAR };
    const rims = path.pupil === null ? null : this.#rims(spectrum, path, path.pupil);
    const wide = this.#told(spectrum, path)(this.#whole(NEAR), 0, 0);
    return new Arrived(this.#kernels, near, path, this.wavelength, wide, rims);
  }

  override copied(spectrum: Complex, path: Path, x: number, y: number): Complex {
    return this.#told(spectrum, path)(this.#whole(0), x, y);
  }

  override copiesOver(spectrum: Complex, path: Path, part: PartOfFrame): (x: number, y: number) => Complex {
    const told = this.#told(spectrum, path);
    return (x, y) => told(part, x, y);
  }

  #whole(more: number): PartOfFrame {
    const { rows, cols } = this.#measured;
    return { top: -more, left: -more, rows: rows + 2 * more, cols: cols + 2 * more };
  }

  #rims(spectrum: Complex, path: Path, pupil: number): Rims {
    const slope = rimSlopeAt(this.#kernels, rimOf(pupil));
    return {
      across: (by) => {
        const share = (fx: number, fy: number) => by(fx, fy) * slope(Math.sqrt(fx * fx + fy * fy));
        return this.#told(spectrum, path, share)(this.#whole(0), 0, 0);
      },
    };
  }

  /** The field over a part of the frame, shifted by so many camera pixels. */
  #told(
    spectrum: Complex,
    path: Path,
    share: (fx: number, fy: number) => number = () => 1,
  ): (part: PartOfFrame, x: number, y: number) => Complex {
    const place = path.place!;
    const period = periodOf(this.#lattice, place);
    const { sin } = this.#kernels.wasm;
    const { cell } = this.#measured;
    const arrives = factorAt(this.#kernels, path, this.wavelength);
    const of: OfOrder = (fx, fy) => {
      if (Math.abs(fx) * cell > 0.5 || Math.abs(fy) * cell > 0.5) return null;
      const { size, turn } = arrives(fx, fy);
      return { size: size * share(fx, fy) * sinc(fx * cell, sin) * sinc(fy * cell, sin), turn };
    };
    const [rows, cols] = this.#orders;
    const [high, wide] = [TOLD * rows, TOLD * cols];
    const { a, b, det } = period;
    const shares = { along: [b[1] / det, -b[0] / det], down: [-a[1] / det, a[0] / det] } as const;
    const fill = ordersInto(this.#kernels, spectrum, this.#drawn, period, this.#orders, [high, wide], of);
    const cells = bordered(transformedFrom(this.#kernels, [high, wide], true, fill), [high, wide]);
    return (part, x, y) => {
      const left = (part.left + 0.5) * cell - 0.5 - place[2] - x;
      const top = (part.top + 0.5) * cell - 0.5 - place[5] - y;
      return betweenCells(this.#kernels, cells, part, { ...shares, left, top, step: cell });
    };
  }
}
