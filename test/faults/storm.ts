import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sweepBlobs } from '../../src/services/archive/sweep-blobs.ts';
import type { Place, SetUp } from '../backends/set-ups.ts';
import { adminProcess } from '../contract/admin.ts';
import { Client, type ClientServices } from './client.ts';
import { Ledger } from './ledger.ts';
import { operator, repeater, signUp, user, type Person } from './people.ts';
import { Programs } from './programs.ts';
import { proveAtEnd, proveBetween, proveNoFiles } from './prove.ts';
import { smallHologram } from './sender.ts';

/** A kill comes after so many acknowledgements at the most: most of them in the middle of something. */
const MOST_ACKNOWLEDGED = 8;
/** Some kills come while the programs start, some hit only one of them. */
const [WHILE_STARTING, ONLY_ONE] = [0.12, 0.25];
/** Nothing at all happens for so long only where something is broken. */
const PATIENCE_MS = 180_000;
const FINISH_MS = 600_000;
const HOUR_MS = 3_600_000;

export interface StormOptions {
  readonly kills: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** What happened; `found` is empty where every promise was kept. */
export type Outcome = Pick<Ledger, 'found' | 'counts'>;

/** Keeps a service busy, kills it again and again, and compares what there is with what it has promised. */
export async function storm({ name, create }: SetUp, options: StormOptions): Promise<Outcome> {
  const { kills, seed, say } = options;
  const place = await create();
  const ledger = new Ledger(seed);
  const scratch = mkdtempSync(join(tmpdir(), 'leith-faults-'));
  const temporary = mkdtempSync(join(tmpdir(), 'leith-faults-'));
  const report = (what: string): void => ledger.report(what);
  const environment = { ...place.environment, TMPDIR: temporary };
  const programs = new Programs(name, environment, report, () => ledger.spans.settle());
  try {
    const services = { ledger, programs, hologram: await smallHologram(scratch) };
    await programs.start();
    const stop = letLive(await population(services), ledger);
    const random = ledger.random();
    for (let kill = 1; kill <= kills; kill++) {
      await killOnce(place, services, random);
      ledger.count('kills');
      if (kill % 10 === 0) say(`${kill} kills, ${ledger.found.length} faults`);
    }
    if (!(await programs.start())) {
      // nobody can go on, or be asked to end
      ledger.report('it does not start any more');
      return ledger;
    }
    await finish(await stop(), ledger);
    await lookAtAll(services);
    await programs.stop();
    await proveEverything(place, ledger);
    proveNoFiles(place.environment['DATA_DIR']!, temporary, ledger);
  } finally {
    await programs.kill(programs.names);
    for (const folder of [scratch, temporary]) rmSync(folder, { recursive: true, force: true });
  }
  return ledger;
}

async function population(services: ClientServices): Promise<Person[]> {
  const [keeper, deleter, sender] = [
    await signUp(services, 'keeper'),
    await signUp(services, 'deleter'),
    await signUp(services, 'repeater'),
  ];
  const visitor = services.ledger.addOwner('visitor', 'public', null);
  const keeping = { upload: 4, accept: 4, look: 3, cancel: 1, delete: 3, deleteAll: 0 };
  const deleting = { upload: 3, accept: 3, look: 2, cancel: 1, delete: 1, deleteAll: 2 };
  const visiting = { upload: 3, accept: 3, look: 2, cancel: 1, delete: 0, deleteAll: 0 };
  return [
    user(services, keeper, keeping),
    user(services, keeper, keeping),
    user(services, deleter, deleting),
    user(services, deleter, deleting),
    user(services, visitor, visiting),
    repeater(services, sender),
    operator(services),
  ];
}

/** Everybody does one thing after the other until the returned function is called. */
function letLive(people: Person[], ledger: Ledger): () => Promise<Person[]> {
  let living = true;
  const lives = people.map(async ({ act }) => {
    while (living) await act().catch((error: Error) => ledger.report(`the test itself: ${error.stack}`));
  });
  return async () => {
    living = false;
    await Promise.all(lives);
    return people;
  };
}

async function killOnce(
  place: Place,
  { ledger, programs }: ClientServices,
  random: ReturnType<Ledger['random']>,
): Promise<void> {
  const starting = programs.start();
  const most = Math.floor(random.between(0, MOST_ACKNOWLEDGED));
  const share = random.uniform();
  const victims = random.uniform() < ONLY_ONE ? pick(programs.names, random.uniform()) : programs.names;
  if (random.uniform() < WHILE_STARTING) {
    await Promise.race([starting, sleep(share * programs.startMs)]);
    ledger.count('kills while starting');
  } else {
    if (!(await starting)) ledger.report('it does not start any more');
    const began = performance.now();
    if (!(await ledger.acknowledged(most, PATIENCE_MS))) ledger.report('nothing is acknowledged any more');
    // up to twice as long as one thing takes
    await sleep((2 * share * (performance.now() - began)) / Math.max(1, most));
  }
  await programs.kill(victims);
  await starting;
  if (victims !== programs.names) return;
  const storage = await place.open();
  try {
    await proveBetween(storage, ledger);
    ledger.count('times everything was compared in between');
  } finally {
    // closed before the next start: it then finds the database as the crash has left it
    await storage.close();
  }
}

function pick<T>(list: readonly T[], share: number): T[] {
  return [list[Math.floor(share * list.length)]!];
}

async function finish(people: Person[], ledger: Ledger): Promise<void> {
  const deadline = performance.now() + FINISH_MS;
  for (const person of people) {
    while (!(await person.finish())) {
      if (performance.now() > deadline) return ledger.report('runs or uploads with a key do not end');
    }
  }
}

/** Over HTTP, with everything at rest. */
async function lookAtAll(services: ClientServices): Promise<void> {
  for (const owner of services.ledger.owners) {
    const client = new Client(services, owner);
    for (const item of owner.items) {
      if (item.runId !== null) await client.follow(item);
      else await client.look(item);
    }
  }
}

async function proveEverything(place: Place, ledger: Ledger): Promise<void> {
  const storage = await place.open();
  try {
    // what was cut off is cleared away when nobody can be at it any more, and its late uploads after another while
    for (const hours of [3, 6]) {
      await sweepBlobs({ ...storage, now: () => new Date(Date.now() + hours * HOUR_MS) });
    }
    await proveAtEnd(storage, ledger);
  } finally {
    await storage.close();
  }
  const { code, stdout, stderr } = await adminProcess(place.environment, 'verify');
  if (code !== 0) ledger.report(`leith admin verify ended with ${code}: ${stdout}${stderr}`);
}
