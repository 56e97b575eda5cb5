import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepPage } from './keep-page.ts';

type Idle = (work: () => void, options?: { timeout?: number }) => void;

/** A worker as far as its page hears of it. */
class Installing extends EventTarget {
  state = 'installing';

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function browserWith(register: (path: string) => Promise<unknown>, idle: Idle): void {
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('window', { requestIdleCallback: idle });
  vi.stubGlobal('requestIdleCallback', idle);
}
const atOnce: Idle = (work) => work();

it('does not wait for ever for a page to be idle', () => {
  const idle = vi.fn<Idle>();
  browserWith(async () => ({}), idle);
  keepPage();
  expect(idle.mock.calls[0]![1]!.timeout).toBeLessThanOrEqual(10_000);
});

it('tries again where the worker can’t be fetched, ever less often', async () => {
  const register = vi.fn(() => Promise.reject(new Error('no answer')));
  browserWith(register, atOnce);
  keepPage();
  expect(register).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(register).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3600_000);
  expect(register.mock.calls.length).toBeGreaterThan(4);
  expect(register.mock.calls.length).toBeLessThan(10);
});

it('tries again where the worker could not keep the page, and no more once it has', async () => {
  const first = new Installing();
  const second = new Installing();
  const register = vi
    .fn<(path: string) => Promise<unknown>>()
    .mockResolvedValueOnce({ active: null, installing: first })
    .mockResolvedValue({ active: null, installing: second });
  browserWith(register, atOnce);
  keepPage();
  await vi.advanceTimersByTimeAsync(3600_000);
  expect(register).toHaveBeenCalledTimes(1);
  first.become('redundant');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(register).toHaveBeenCalledTimes(2);
  second.become('activated');
  await vi.advanceTimersByTimeAsync(3600_000);
  expect(register).toHaveBeenCalledTimes(2);
});
