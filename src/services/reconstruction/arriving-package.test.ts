import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ArrivingPackage } from './arriving-package.ts';

const chunk = (...bytes: number[]) => new Uint8Array(bytes);
async function all(from: ArrivingPackage): Promise<number[]> {
  const read: number[] = [];
  for await (const part of from.read()) read.push(...part);
  return read;
}

it('is read while it comes, and again afterwards', async () => {
  const arriving = new ArrivingPackage();
  arriving.add([chunk(1), chunk(2, 3)]);
  const first = all(arriving);
  await turn();
  arriving.add([chunk(4)]);
  arriving.add([]);
  await turn();
  arriving.add([chunk(5, 6)]);
  arriving.complete();
  expect(await first).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await all(arriving)).toEqual([1, 2, 3, 4, 5, 6]);
});

it('has a reader wait for no byte, and be told the end', async () => {
  const arriving = new ArrivingPackage();
  const reading = all(arriving);
  await turn();
  arriving.complete();
  expect(await reading).toEqual([]);
});

it('gives the reason where it fails, to who waits and to who has not read all of it yet', async () => {
  const arriving = new ArrivingPackage();
  const reason = new Error('the worker died');
  arriving.add([chunk(1)]);
  const waiting = expect(all(arriving)).rejects.toBe(reason);
  await turn();
  arriving.fail(reason);
  await waiting;
  await expect(all(arriving)).rejects.toBe(reason);
});
