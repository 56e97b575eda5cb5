import type { FieldError } from '../problem/problem.ts';
import { findDrawn, targets } from '../targets/catalogue.ts';
import type { Placement } from '../targets/placement.ts';
import type { Ink } from './thin-object.ts';

/** A target of the catalogue and how it lies in the view. Its `feature_size_um` is the object's `size_um`. */
export interface TargetSpec extends Placement {
  readonly target_id: string;
}

export type TargetInput = Pick<TargetSpec, 'target_id'> & Partial<Placement>;

/** In the middle, upright, undistorted. */
export const centredPlacement: Placement = {
  rotation_deg: 0,
  shift_x_um: 0,
  shift_y_um: 0,
  anisotropy: 1,
  shear: 0,
};

export const placementRanges: Readonly<Record<keyof Placement, { min: number; max: number }>> = {
  rotation_deg: { min: -360, max: 360 },
  shift_x_um: { min: -40_000, max: 40_000 },
  shift_y_um: { min: -40_000, max: 40_000 },
  anisotropy: { min: 0.5, max: 2 },
  shear: { min: -0.5, max: 0.5 },
};

/**
 * What contradicts itself about a target.
 * @param given the object as it was asked for, without defaults
 * @param object the same with defaults
 */
export function targetErrors(
  given: Partial<Ink>,
  object: { readonly kind: string; readonly count: number },
  target: TargetSpec | null,
): FieldError[] {
  if (target === null) {
    return object.kind === 'target' ? [{ pointer: '/target', message: 'is missing' }] : [];
  }
  if (object.kind !== 'target') {
    return [{ pointer: '/target', message: `contradicts the object, which is ${object.kind}` }];
  }
  const found = findDrawn(target.target_id);
  if (!found) {
    const ids = targets.map(({ entry }) => entry.target_id).join(', ');
    return [{ pointer: '/target/target_id', message: `is "${target.target_id}"; it is one of ${ids}` }];
  }
  const errors = (['phase_rad', 'transmission'] as const)
    .filter((field) => given[field] !== undefined)
    .map((field) => ({
      pointer: `/object/${field}`,
      message: 'has no meaning: the target’s model fixes it',
    }));
  if (object.count > 1 && found.model().copies === 'one') {
    errors.push({
      pointer: '/object/count',
      message: `is ${object.count}; there is one ${target.target_id}`,
    });
  }
  return errors;
}
