import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Overloaded } from '../../services/ports/overloaded.ts';
import type { Job } from './messages.ts';
import { Stop } from './stop.ts';

let stop: Stop;
beforeEach(() => {
  vi.useFakeTimers();
  [share, beside] = [1, 0];
  stop = new Stop({ cancelled: new SharedArrayBuffer(4) } as Job, { jobMs: 10_000, decodeMs: 2000 });
});
afterEach(() => {
  stop.end();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** A thread that has a core to itself has used what the clock has gone. */
let share = 1;
let beside = 0;
const used = (): number => share * Date.now();
function reached(stage: string): void {
  stop.reached(stage, { ms: used(), beside, now: () => Promise.resolve(used()) });
}

/** What the job is stopped for, so many ms from now. */
async function reasonAfter(ms: number): Promise<Error | null> {
  await vi.advanceTimersByTimeAsync(ms);
  expect(stop.signal.aborted).toBe(stop.reason !== null);
  return stop.reason;
}

describe('Stop', () => {
  it('lets a job wait as long as it may take, and takes no account of that afterwards', async () => {
    expect(await reasonAfter(9999)).toBeNull();
    reached('decode');
    await vi.advanceTimersByTimeAsync(500);
    reached('spectrum');
    await vi.advanceTimersByTimeAsync(3000);
    for (const stage of ['focus', 'focus']) reached(stage);
    expect(await reasonAfter(6499)).toBeNull();
    expect(await reasonAfter(1)).toMatchObject({
      code: 'TOOK_TOO_LONG',
      message: expect.stringMatching(/^The computation took longer than 10 s.* the stage “focus”: 6.5 s\. /),
    });
  });

  it('gives a job of several parts that many times as long, and no longer to wait', async () => {
    stop.end();
    const limits = { jobMs: 10_000, decodeMs: 2000, times: 3 };
    stop = new Stop({ cancelled: new SharedArrayBuffer(4) } as Job, limits);
    reached('search');
    expect(await reasonAfter(29_999)).toBeNull();
    expect(await reasonAfter(1)).toMatchObject({ message: expect.stringContaining('longer than 30 s') });
    stop.end();
    stop = new Stop({ cancelled: new SharedArrayBuffer(4) } as Job, limits);
    expect(await reasonAfter(10_000)).toBeInstanceOf(Overloaded);
  });

  it('says that there is too much work where no thread was free', async () => {
    expect(await reasonAfter(10_000)).toBeInstanceOf(Overloaded);
  });

  it('takes no account of what its thread waits for a core', async () => {
    share = 1 / 4;
    reached('focus');
    expect(await reasonAfter(39_900)).toBeNull();
    expect(await reasonAfter(200)).toMatchObject({
      code: 'TOOK_TOO_LONG',
      message: expect.stringMatching(/longer than 10 s of processor time .* the stage “focus”: 10 s\./),
    });
  });

  it('gives up by the clock, much later, a thread that waits for ever or does not answer', async () => {
    share = 0;
    reached('focus');
    expect(await reasonAfter(99_999)).toBeNull();
    expect(await reasonAfter(1)).toMatchObject({
      code: 'TOOK_TOO_LONG',
      message: expect.stringMatching(/longer than 100 s by the clock .* had come to the stage “focus”\./),
    });
  });

  it('gives every file of a job the time to read one', async () => {
    for (const stage of ['decode', 'normalise', 'decode', 'normalise', 'decode']) {
      reached(stage);
      expect(await reasonAfter(1999)).toBeNull();
    }
    expect(await reasonAfter(1)).toMatchObject({
      code: 'TOOK_TOO_LONG',
      message: expect.stringContaining('Reading'),
    });
  });

  it('lets a result that is there wait for whoever says when', async () => {
    for (const stage of ['package', 'timestamp']) reached(stage);
    expect(await reasonAfter(3_600_000)).toBeNull();
  });

  it('counts the processor time of all threads that worked on it, and the clock once nobody says', async () => {
    expect(stop.computedMs).toBe(0);
    await vi.advanceTimersByTimeAsync(3000);
    share = 1 / 4;
    beside = 70;
    reached('decode');
    expect(stop.computedMs).toBe(0);
    await vi.advanceTimersByTimeAsync(4000);
    beside += 500;
    reached('focus');
    expect(stop.computedMs).toBe(1500);
    await vi.advanceTimersByTimeAsync(400);
    // as of a thread that is stopped now
    expect(stop.computedMs).toBe(1900);
    stop.answered({ thread: 1, ms: used(), beside });
    await vi.advanceTimersByTimeAsync(5000);
    expect(stop.computedMs).toBe(1600);
  });

  it('asks before it stops a job that has begun, and not before one that waits', () => {
    reached('focus');
    stop.ask();
    expect(stop.signal.aborted).toBe(false);
    vi.advanceTimersByTime(5000);
    expect(stop.signal.aborted).toBe(true);
  });
});
