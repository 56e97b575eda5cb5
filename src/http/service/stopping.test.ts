import { describe, expect, it } from 'vitest';
import { Stopping } from './stopping.ts';

describe('Stopping', () => {
  it('is idle when the last request has left', async () => {
    const stopping = new Stopping();
    expect(await stopping.idle(0)).toBe(true);
    stopping.enter();
    stopping.enter();
    let idle = false;
    const waiting = stopping.idle(5000).then((itIs) => (idle = itIs));
    stopping.leave();
    await Promise.resolve();
    expect(idle).toBe(false);
    stopping.leave();
    expect(await waiting).toBe(true);
  });

  it('loses patience', async () => {
    const stopping = new Stopping();
    stopping.enter();
    expect(await stopping.idle(5)).toBe(false);
  });

  it('tells that it has begun', () => {
    const stopping = new Stopping();
    expect(stopping.signal.aborted).toBe(false);
    stopping.begin();
    stopping.begin();
    expect(stopping.signal.aborted).toBe(true);
  });
});
