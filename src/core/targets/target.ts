import type { CatalogueEntry } from './catalogue-entry.ts';
import type { Box, Point } from './shape.ts';
import type { Certificate, TargetModel } from './target-model.ts';

/** A length shown in the drawing: from one point to another, with what it is. */
export interface DrawnLength {
  readonly from: Point;
  readonly to: Point;
  readonly text: string;
}

/** One object that a person can buy: its entry, its geometry, its drawing. Each family of them is one file. */
export interface Target {
  readonly entry: CatalogueEntry;
  /** what `feature_size_um` measures, and so what a certificate may replace */
  readonly sizeIs: string;
  /** its user says the size, within these; absent: the catalogue’s is nominal */
  readonly described?: { readonly min_um: number; readonly max_um: number };
  /** whose tolerances differ: what a request may name as maker; absent: one maker, or none that states any */
  readonly makers?: readonly string[];
  /** @param certificate replaces the nominal size and tolerance; the rest of the part scales with it where it must */
  readonly model: (certificate?: Certificate) => TargetModel;
  readonly drawing: { readonly window: Box; readonly lengths: readonly DrawnLength[] };
  /** what the drawing shows and its maker does not publish; a fit uses none of it */
  readonly assumed: readonly string[];
  /** how to use it, a sentence each */
  readonly hints: readonly string[];
}
