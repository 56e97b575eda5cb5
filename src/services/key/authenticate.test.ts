import { expect, it } from 'vitest';
import type { Store } from '../ports/database.ts';
import { authenticate } from './authenticate.ts';

const store = {
  read() {
    throw new Error('the database was asked');
  },
} as unknown as Store;
const services = { store, now: () => new Date() };

it.each([undefined, '', 'Basic YTpi', 'Bearer', 'Bearer ', 'leith_key_x'])(
  'says that there is no key in %j',
  async (authorization) => {
    await expect(authenticate(services, authorization)).rejects.toMatchObject({ code: 'MISSING_API_KEY' });
  },
);

it.each(['Bearer x', 'bearer leith_key_x', `Bearer leith_key_${'0'.repeat(36)}_${'0'.repeat(56)}`])(
  'refuses %s without asking the database',
  async (authorization) => {
    await expect(authenticate(services, authorization)).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  },
);
