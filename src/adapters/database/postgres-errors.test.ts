import { describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { isConflict, translatePostgres } from './postgres-errors.ts';

const failed = (code: string | undefined, message = 'no') =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

describe('an error of PostgreSQL', () => {
  it.each([
    ...['08006', '53300', '57P01', '57P03', '57014', '58030', '55P03', '25P03', '25P04', '25006'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ])('%s says that it can not be asked for now', (code) => {
    const error = failed(code);
    expect(translatePostgres(error)).toEqual(new StorageUnavailable('The database does not answer.'));
    expect((translatePostgres(error) as Error).cause).toBe(error);
  });

  it('without a code says so by its words', () => {
    const ended = failed(undefined, 'Connection terminated unexpectedly');
    expect(translatePostgres(ended)).toBeInstanceOf(StorageUnavailable);
  });

  it('53100 says that its disk is full', () => {
    expect((translatePostgres(failed('53100')) as Error).message).toBe('The database’s disk is full.');
  });

  it.each([['23505'], ['42P01'], ['40001'], ['25001'], ['57000'], ['ENOENT'], [undefined]])(
    '%s is about the query, and stays',
    (code) => {
      const error = failed(code, 'the Connection terminated');
      expect(translatePostgres(error)).toBe(error);
    },
  );

  it.each([
    ['40001', true],
    ['40P01', true],
    ['40003', false],
    ['23505', false],
  ])('%s is one of a transaction beside another: %s', (code, conflict) => {
    expect(isConflict(failed(code))).toBe(conflict);
  });
});
