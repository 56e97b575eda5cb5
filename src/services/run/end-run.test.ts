import { expect, it } from 'vitest';
import { ended } from './end-run.ts';

const noon = new Date(Date.UTC(2026, 0, 1, 12));
const always = {
  stage: null,
  request: '{}',
  leased_by: null,
  lease_until: null,
  picture: null,
  address: null,
};

it('ends a run with nothing left of its request, and only one that succeeded is done', () => {
  const finished_at = '2026-01-01T12:00:00.000Z';
  expect(ended('succeeded', noon)).toEqual({
    ...{ ...always, finished_at, status: 'succeeded', fraction: 1, problem: null },
  });
  expect(ended('cancelled', noon)).toEqual({ ...always, finished_at, status: 'cancelled', problem: null });
  const problem = { code: 'INTERNAL_ERROR', detail: 'x', errors: [], request_id: 'r' } as const;
  const failed = ended('failed', noon, problem);
  expect(failed).toEqual({ ...always, finished_at, status: 'failed', problem: JSON.stringify(problem) });
});
