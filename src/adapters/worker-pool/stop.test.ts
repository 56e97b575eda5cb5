import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Overloaded } from '../../services/ports/overloaded.ts';
import type { Job } from './messages.ts';
import { Stop } from './stop.ts';

let stop: Stop;
beforeEach(() => {
  vi.useFakeTimers();
  stop = new Stop({ cancelled: new SharedArrayBuffer(4) } as Job, { jobMs: 10_000, decodeMs: 2000 });
});
afterEach(() => {
  stop.end();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** What the job is stopped for, so many ms from now. */
function reasonAfter(ms: number): Error | null {
  vi.advanceTimersByTime(ms);
  expect(stop.signal.aborted).toBe(stop.reason !== null);
  return stop.reason;
}

describe('Stop', () => {
  it('lets a job wait as long as it may take, and takes no account of that afterwards', () => {
    expect(reasonAfter(9999)).toBeNull();
    stop.reached('decode');
    vi.advanceTimersByTime(500);
    stop.reached('spectrum');
    vi.advanceTimersByTime(3000);
    for (const stage of ['focus', 'focus']) stop.reached(stage);
    expect(reasonAfter(6499)).toBeNull();
    expect(reasonAfter(1)).toMatchObject({
      code: 'TOOK_TOO_LONG',
      message: expect.stringMatching(/^The computation took longer than 10 s.* the stage “focus”: 6.5 s\. /),
    });
  });

  it('gives a job of several parts that many times as long, and no longer to wait', () => {
    stop.end();
    const limits = { jobMs: 10_000, decodeMs: 2000, times: 3 };
    stop = new Stop({ cancelled: new SharedArrayBuffer(4) } as Job, limits);
    stop.reached('search');
    expect(reasonAfter(29_999)).toBeNull();
    expect(reasonAfter(1)).toMatchObject({ message: expect.stringContaining('longer than 30 s') });
    stop.end();
    stop = new Stop({ cancelled: new SharedArrayBuffer(4) } as Job, limits);
    expect(reasonAfter(10_000)).toBeInstanceOf(Overloaded);
  });

  it('says that there is too much work where no thread was free', () => {
    expect(reasonAfter(10_000)).toBeInstanceOf(Overloaded);
  });

  it('gives every file of a job the time to read one', () => {
    for (const stage of ['decode', 'normalise', 'decode', 'normalise', 'decode']) {
      stop.reached(stage);
      expect(reasonAfter(1999)).toBeNull();
    }
    expect(reasonAfter(1)).toMatchObject({
      code: 'TOOK_TOO_LONG',
      message: expect.stringContaining('Reading'),
    });
  });

  it('lets a result that is there wait for whoever says when', () => {
    for (const stage of ['package', 'timestamp']) stop.reached(stage);
    expect(reasonAfter(3_600_000)).toBeNull();
  });

  it('asks before it stops a job that has begun, and not before one that waits', () => {
    stop.reached('focus');
    stop.ask();
    expect(stop.signal.aborted).toBe(false);
    vi.advanceTimersByTime(5000);
    expect(stop.signal.aborted).toBe(true);
  });
});
