import { Problem } from '../../../core/problem.ts';
import { HttpProblem } from '../../problems/http-problem.ts';

/**
 * Judges the query before anything is uploaded.
 * @param known the parameters of this address
 * @throws Problem INVALID_INPUT; HttpProblem PROFILE_NOT_FOUND
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
  // the service makes no profiles yet, so no identifier names one
  if (given.length > 0)
    throw new HttpProblem('PROFILE_NOT_FOUND', 'You have no profile with this identifier.');
}
