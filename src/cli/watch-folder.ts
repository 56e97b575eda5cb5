import { readdir, stat } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { join, parse } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isFrame, natural } from './frame-files.ts';

export interface WatchTimes {
  /** a file that has not changed for so long is complete */
  readonly settleMs: number;
  /** a number that is missing is waited for so long, and so is a file that is empty */
  readonly orderMs: number;
  /** a file that still changes holds later ones up for so long */
  readonly stuckMs: number;
}

export const watchTimes: WatchTimes = { settleMs: 250, orderMs: 2000, stuckMs: 10_000 };

/** A folder is listed so often at most, and never in more than a twentieth of the time. */
const LIST_EVERY_MS = 100;
const LISTING_SHARE = 20;

interface Seen {
  readonly print: string;
  readonly empty: boolean;
  /** when it was first seen like this, and at all */
  readonly since: number;
  readonly first: number;
}

/** What a program that writes frames into a folder has completed, in natural order: no file twice, and none before its turn. */
export class FolderWatch {
  readonly #folder: string;
  readonly #times: WatchTimes;
  readonly #warn: (text: string) => void;
  readonly #taken = new Set<string>();
  /** what was taken, under whatever name */
  readonly #prints = new Set<string>();
  readonly #seen = new Map<string, Seen>();
  #last: string | null = null;
  #step = 1;
  #trouble: string | null = null;

  /** @param warn told of what is not taken, and of a folder that can't be read for a while */
  constructor(folder: string, warn: (text: string) => void, times: WatchTimes = watchTimes) {
    this.#folder = folder;
    this.#warn = warn;
    this.#times = times;
  }

  /** Files as they are completed, until the signal; those that are complete by then are the last. @throws where it is no folder */
  async *files(signal: AbortSignal): AsyncGenerator<string> {
    if (!(await stat(this.#folder)).isDirectory()) throw new Error(`${this.#folder} is no folder`);
    await readdir(this.#folder);
    while (!signal.aborted) {
      const began = performance.now();
      const ready = await this.#ready(began, false);
      // without what is done with them
      const took = performance.now() - began;
      yield* ready;
      await wait(Math.max(LIST_EVERY_MS, LISTING_SHARE * took), null, { signal }).catch(() => {});
    }
    // what was written just before is not known to be complete yet
    yield* await this.#ready(performance.now(), false);
    await wait(this.#times.settleMs);
    yield* await this.#ready(performance.now(), true);
  }

  /** @param isLast nothing more is waited for */
  async #ready(now: number, isLast: boolean): Promise<string[]> {
    const names = (await this.#list()).filter((name) => isFrame(name) && !this.#taken.has(name));
    const ready: string[] = [];
    // what still changes is not complete, and what comes after it has to wait; its own time runs meanwhile
    let held = false;
    for (const name of names.toSorted((a, b) => natural.compare(a, b))) {
      const seen = await this.#look(name, now);
      if (!seen || held) continue;
      if (this.#prints.has(seen.print)) this.#taken.add(name);
      else if (this.#last !== null && natural.compare(name, this.#last) < 0) this.#late(name);
      else if (this.#isComplete(seen, now) && (isLast || this.#isNext(name, seen, now))) {
        this.#take(name, seen);
        ready.push(join(this.#folder, name));
      } else held = !isLast && now - seen.first < this.#times.stuckMs;
    }
    return ready;
  }

  async #list(): Promise<string[]> {
    try {
      const names = await readdir(this.#folder);
      this.#trouble = null;
      return names;
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.#trouble) this.#warn(`the folder can’t be read, and is tried again: ${message}`);
      this.#trouble = message;
      return [];
    }
  }

  async #look(name: string, now: number): Promise<Seen | null> {
    const found = await stat(join(this.#folder, name), { bigint: true }).catch(() => null);
    // a name that is gone again was another one's while it was written
    if (!found?.isFile()) return null;
    const print = `${found.ino} ${found.size} ${found.mtimeNs}`;
    const known = this.#seen.get(name);
    const since = known?.print === print ? known.since : now;
    const seen = { print, empty: found.size === 0n, since, first: known?.first ?? now };
    this.#seen.set(name, seen);
    return seen;
  }

  #isComplete({ empty, since }: Seen, now: number): boolean {
    return now - since >= (empty ? this.#times.orderMs : this.#times.settleMs);
  }

  /** Whether none is missing before it; a missing one is waited for, unless such steps are usual. */
  #isNext(name: string, { first }: Seen, now: number): boolean {
    if (this.#last === null || now - first >= this.#times.orderMs) return true;
    return !(numberOf(name) - numberOf(this.#last) > this.#step);
  }

  #take(name: string, { print }: Seen): void {
    const by = this.#last === null ? NaN : numberOf(name) - numberOf(this.#last);
    if (by > 0) this.#step = by;
    this.#last = name;
    this.#taken.add(name);
    this.#prints.add(print);
    this.#seen.delete(name);
  }

  #late(name: string): void {
    this.#taken.add(name);
    this.#seen.delete(name);
    this.#warn(`${name} came after its turn and is left out`);
  }
}

/** The last number in a name; NaN where there is none. */
function numberOf(name: string): number {
  return Number(/(\d+)\D*$/.exec(parse(name).name)?.[1] ?? NaN);
}
