import type { CatalogueEntry } from '../../core/targets/catalogue-entry.ts';
import { findTarget, targets } from '../../core/targets/catalogue.ts';
import { drawTarget } from '../../formats/drawing/draw-target.ts';

/** What there is to know about one target. */
export interface TargetDescription {
  readonly entry: CatalogueEntry;
  /** what feature_size_um measures */
  readonly size_is: string;
  /** useful lengths of the shorter side of the view, µm on the target */
  readonly field_um: { readonly min: number; readonly max: number };
  readonly determines: readonly string[];
  readonly hints: readonly string[];
  readonly assumed: readonly string[];
  /** SVG */
  readonly drawing: string;
}

/** @returns null where no target has this name */
export function describeTarget(target_id: string): TargetDescription | null {
  const target = findTarget(target_id);
  if (!target) return null;
  const { entry, sizeIs, hints, assumed } = target;
  const { field_um, determines } = target.model();
  return { entry, size_is: sizeIs, field_um, determines, hints, assumed, drawing: drawTarget(target) };
}

export function targetIds(): string[] {
  return targets.map(({ entry }) => entry.target_id);
}
