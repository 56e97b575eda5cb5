import { parseOrigin } from '../../../core/calibrate-request/parse-origin.ts';
import { Problem } from '../../../core/problem/problem.ts';
import { invalidInput } from '../../../core/recipe/recipe.ts';
import type { CalibratedRig } from '../../../core/rig/calibrated-rig.ts';

/**
 * Judges the query before anything is uploaded.
 * @param known the parameters of this address
 * @throws Problem INVALID_INPUT
 */
export function checkQuery(query: unknown, known: readonly string[]): void {
  const given = Object.entries((query ?? {}) as Record<string, unknown>);
  const errors = given.flatMap(([name]) => {
    if (known.includes(name)) return [];
    const hint = name === 'calibration_profile_id' ? ': profiles belong to accounts' : '';
    return [{ pointer: `/${name}`, message: `is not a query parameter of this address${hint}` }];
  });
  if (errors.length > 0) {
    const detail = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ');
    throw new Problem('INVALID_INPUT', detail, errors);
  }
}

/** Which profile a reconstruction asks for, and where its frame lies on that of the profile. */
export interface ProfileAsked {
  readonly profileId: string;
  readonly origin: NonNullable<CalibratedRig['origin_px']> | null;
}

/** @returns null: none is asked for @throws Problem INVALID_INPUT */
export function profileAsked(query: unknown): ProfileAsked | null {
  const names = ['calibration_profile_id', 'calibration_origin_px'] as const;
  checkQuery(query, names);
  const given = (query ?? {}) as Partial<Record<(typeof names)[number], unknown>>;
  const { calibration_profile_id: profile, calibration_origin_px: origin } = given;
  if (profile === undefined && origin !== undefined) {
    const message = 'is of a calibration profile: give calibration_profile_id with it';
    throw invalidInput([{ pointer: '/calibration_origin_px', message }]);
  }
  if (profile === undefined) return null;
  return { profileId: String(profile), origin: origin === undefined ? null : parseOrigin(String(origin)) };
}
