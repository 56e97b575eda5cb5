import type { Random } from '../../src/core/simulate/random.ts';
import { Client, type ClientServices } from './client.ts';
import type { Item, Owner } from './item.ts';
import type { Order } from './operator.ts';
import { newKey, send } from './sender.ts';

/** Accepted runs of one person that have not ended; with more, nobody would wait for the last of them. */
const MAX_RUNS = 4;
const MAX_KEYS = 6;
const POLL_MS = 100;

const poll = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/** Somebody who does one thing after the other: `act` does the next, `finish` what was left undone. */
export interface Person {
  act(): Promise<void>;
  /** @returns whether nothing is left undone */
  finish(): Promise<boolean>;
}

/** A function for one of these, each as often as its weight says. */
type Choice = readonly [weight: number, action: () => Promise<unknown>];

async function choose(random: Random, choices: readonly Choice[]): Promise<void> {
  let left = random.between(
    0,
    choices.reduce((sum, [weight]) => sum + weight, 0),
  );
  for (const [weight, action] of choices) {
    left -= weight;
    if (left <= 0) return void (await action());
  }
}

function any<T>(random: Random, list: readonly T[]): T | undefined {
  return list[Math.floor(random.between(0, list.length))];
}

/** Some that came lately are the most interesting: what the last crash has hit. */
function recent(random: Random, items: readonly Item[]): Item | undefined {
  return any(random, random.uniform() < 0.5 ? items.slice(-5) : items);
}

export interface Habits {
  readonly upload: number;
  readonly accept: number;
  readonly look: number;
  readonly cancel: number;
  readonly delete: number;
  readonly deleteAll: number;
}

/** Uploads, looks at results, deletes some. */
export function user(services: ClientServices, owner: Owner, habits: Habits): Person {
  const client = new Client(services, owner);
  const random = services.ledger.random();
  const runs: Item[] = [];
  const there = () => owner.items.filter((item) => item.evidenceReportId !== null && !item.mustBeGone);

  async function accept(): Promise<void> {
    if (runs.length >= MAX_RUNS) return follow();
    const item = await client.upload(true);
    if (item !== null && item !== 'later') runs.push(item);
  }

  async function follow(): Promise<void> {
    const run = any(random, runs);
    if (run && (await client.follow(run))) runs.splice(runs.indexOf(run), 1);
    else await poll();
  }

  const on = (items: () => readonly Item[], action: (item: Item) => Promise<unknown>) => async () => {
    const item = recent(random, items());
    if (item) await action(item);
    else await accept();
  };

  const known = () => owner.items.filter((item) => item.evidenceReportId !== null);
  const choices: readonly Choice[] = [
    [habits.upload, () => client.upload(false)],
    [habits.accept, accept],
    [habits.look, on(known, (item) => client.look(item))],
    [
      habits.cancel,
      on(
        () => runs,
        (item) => client.cancel(item),
      ),
    ],
    [habits.delete, on(there, (item) => client.delete(item))],
    [habits.deleteAll, () => client.deleteAll()],
  ];
  return {
    act: () => choose(random, choices),
    async finish() {
      await follow();
      return runs.length === 0;
    },
  };
}

/** Sends each upload with a key until it is answered, and now and then once more. */
export function repeater(services: ClientServices, owner: Owner): Person {
  const client = new Client(services, owner);
  const { ledger } = services;
  const random = ledger.random();
  const pending = new Map<string, boolean>();
  const done: { readonly key: string; readonly async: boolean }[] = [];

  async function attempt(key: string, async: boolean): Promise<void> {
    const answer = await client.upload(async, key);
    if (answer === 'later') return void (await poll());
    if (answer === null) return void ledger.count('uploads sent again');
    if (pending.delete(key)) done.push({ key, async });
  }

  async function retry(): Promise<void> {
    const next = any(random, [...pending]);
    if (next) await attempt(...next);
  }

  async function begin(): Promise<void> {
    if (pending.size >= MAX_KEYS) return retry();
    const [key, async] = [newKey(), random.uniform() < 0.5];
    pending.set(key, async);
    await attempt(key, async);
  }

  async function again(): Promise<void> {
    const next = any(random, done);
    if (next) await attempt(next.key, next.async);
  }

  const follow = async (): Promise<void> => {
    const run = owner.items.find((item) => item.runId !== null && item.sha256 === null);
    if (run && !(await client.follow(run))) await poll();
  };
  return {
    act: () =>
      choose(random, [
        [5, begin],
        [3, retry],
        [1, again],
        [2, follow],
      ]),
    async finish() {
      await retry();
      await follow();
      return pending.size === 0 && !owner.items.some((item) => item.runId !== null && item.sha256 === null);
    },
  };
}

/** Places and releases holds, and deletes account-free results. */
export function operator({ ledger, programs }: ClientServices): Person {
  const random = ledger.random();
  const order = async (verb: Order['verb'], item: Item) => {
    const answer = await programs
      .order({ verb, evidence_report_id: item.evidenceReportId! })
      .catch(() => null);
    if (answer === null) ledger.count('orders cut off');
    if (answer === null || !('failed' in answer)) return answer;
    if (answer.unavailable) ledger.count('orders for which the storage was not available');
    else ledger.report(`an order failed: ${answer.failed}`);
    return null;
  };

  async function hold(item: Item): Promise<void> {
    const before = item.hold;
    if (before !== 'held') item.setHold('unsure');
    const answer = await order('hold', item);
    if (answer === null) return;
    if ('done' in answer) {
      item.setHold('held');
      for (const { hold_id, archive_id } of answer.done) ledger.holds.push({ hold_id: hold_id!, archive_id });
      return ledger.acknowledge('holds placed');
    }
    if (!item.mayBeGone()) ledger.report(`${item.name} can’t be held: ${answer.refused}`);
    item.setHold('free');
  }

  async function release(item: Item): Promise<void> {
    const before = item.hold;
    item.setHold('unsure');
    const answer = await order('release', item);
    if (answer === null) return;
    item.setHold('free');
    if ('done' in answer) ledger.acknowledge('holds released');
    else if (before === 'held') ledger.report(`${item.name} was held: ${answer.refused}`);
  }

  async function erase(item: Item): Promise<void> {
    const span = ledger.spans.begin();
    item.deletions.push(span);
    const answer = await order('delete', item);
    if (answer === null) return ledger.spans.lose(span);
    ledger.spans.end(span, 'done' in answer ? 'done' : 'refused');
    if ('done' in answer) {
      ledger.acknowledge('deleted public results');
      if (item.wasHeld(span)) ledger.report(`${item.name} was deleted while it was held`);
    } else if (answer.refused === 'held') {
      if (item.wasFree(span)) ledger.report(`${item.name} can’t be deleted, and nothing holds it`);
    } else {
      if (!item.mayBeGone(span)) ledger.report(`${item.name} can’t be deleted: ${answer.refused}`);
      item.gone = true;
    }
  }

  const items = () => ledger.items.filter((item) => item.evidenceReportId !== null && !item.mustBeGone);
  const on = (some: () => readonly Item[], action: (item: Item) => Promise<void>) => async () => {
    const item = recent(random, some());
    if (item) await action(item);
    else await poll();
  };
  const holdable = () => items().filter((item) => item.hold !== 'held');
  const held = () => items().filter((item) => item.hold !== 'free');
  const isPublic = () => items().filter((item) => item.owner.apiKey === null);
  return {
    act: () =>
      choose(random, [
        [3, on(holdable, hold)],
        [3, on(held, release)],
        [1, on(isPublic, erase)],
      ]),
    finish: async () => true,
  };
}

/** A new account that keeps what it uploads. */
export async function signUp({ ledger, programs }: ClientServices, name: string): Promise<Owner> {
  const url = await programs.url();
  const body = JSON.stringify({ email: `${name}@example.org`, password: 'correct horse battery' });
  const reply = await send(`${url}/users/signup`, { method: 'POST', body });
  if (reply?.status !== 201) throw new Error(`signup was answered with ${reply?.bytes.toString()}`);
  const { account_id, api_key: apiKey } = reply.json<{ account_id: string; api_key: string }>();
  const retention = { method: 'PUT', body: JSON.stringify({ retain_raw_inputs: true }), apiKey };
  const kept = await send(`${url}/users/me/retention`, retention);
  if (kept?.status !== 200) throw new Error(`retention was answered with ${kept?.bytes.toString()}`);
  return ledger.addOwner(name, account_id, apiKey);
}
