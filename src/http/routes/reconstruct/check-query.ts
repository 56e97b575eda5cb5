import { Problem } from '../../../core/problem/problem.ts';

/**
 * Judges the query before anything is uploaded.
 * @param known the parameters of this address
 * @returns calibration_profile_id as it was sent; null: none was
 * @throws Problem INVALID_INPUT
 */
export function checkQuery(query: unknown, known: readonly string[]): string | null {
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
  const profile = given.find(([name]) => name === 'calibration_profile_id');
  return profile ? String(profile[1]) : null;
}
