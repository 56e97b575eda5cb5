import { afterAll, beforeAll } from 'vitest';
import type { OpenStorage } from '../../src/start/storage.ts';
import type { SetUp } from '../backends/set-ups.ts';
import { lentService, type LentService } from '../backends/lent-servers.ts';
import { runClient } from './run-client.ts';

export interface Account {
  readonly account_id: string;
  readonly api_key: string;
}

/** What tests have from `beforeAll` to `afterAll`: a service, what it stores, and two people who use it. */
export interface TwoAccounts {
  environment: Readonly<Record<string, string>>;
  service: LentService;
  storage: OpenStorage;
  mine: Account;
  theirs: Account;
  readonly client: ReturnType<typeof runClient>;
  /** as `mine`, unless somebody else is named */
  ask(path: string, init?: RequestInit, as?: Account): Promise<Response>;
}

/** For the `describe` that it is called in. */
export function twoAccounts(name: SetUp['name']): TwoAccounts {
  const client = runClient(() => world.service.url);
  const world = {
    client,
    ask: (path: string, init: RequestInit = {}, { api_key } = world.mine) =>
      fetch(new URL(path, world.service.url), {
        ...init,
        headers: { authorization: `Bearer ${api_key}`, ...init.headers },
      }),
  } as TwoAccounts;
  beforeAll(async () => {
    world.service = await lentService(name);
    world.storage = await world.service.place.open();
    world.environment = world.service.place.environment;
    [world.mine, world.theirs] = [await client.signUp(), await client.signUp()];
  });
  afterAll(() => world.storage?.close());
  return world;
}
