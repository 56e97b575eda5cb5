import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { freeOnceSent } from './free-once-sent.ts';

it('frees what is the answer’s own, once it is sent', () => {
  const response = new EventEmitter();
  const [own, other, gone] = [new Uint8Array(100), new Uint8Array(100), new Uint8Array(9)];
  const part = other.subarray(10, 20);
  const small = Buffer.from('of the pool');
  freeOnceSent(response, [own, own, part, small, gone]);
  structuredClone(gone, { transfer: [gone.buffer] });
  expect(own.length).toBe(100);
  response.emit('finish');
  expect([own.length, own.buffer.detached]).toEqual([0, true]);
  expect([other.length, String(small)]).toEqual([100, 'of the pool']);
});

it('frees what is large piece by piece, with turns for others in between', async () => {
  const response = new EventEmitter();
  const pieces = [1, 2, 3].map(() => new Uint8Array(5_000_000));
  const freed = () => pieces.filter(({ buffer }) => buffer.detached).length;
  freeOnceSent(response, pieces);
  response.emit('finish');
  for (const count of [1, 2, 3]) {
    expect(freed()).toBe(count);
    await new Promise(setImmediate);
  }
});

it('leaves everything to the sweeper where the client has left', () => {
  const response = new EventEmitter();
  const own = new Uint8Array(100);
  freeOnceSent(response, [own]);
  response.emit('close');
  expect(own.length).toBe(100);
});
