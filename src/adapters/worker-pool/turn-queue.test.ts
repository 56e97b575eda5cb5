import { queueOptionsSymbol } from 'piscina';
import { expect, it } from 'vitest';
import { QUEUE_OPTIONS, TurnQueue } from './turn-queue.ts';

const job = (name: string) => ({ [QUEUE_OPTIONS]: { client: name[0]! }, name });

function drained(queue: TurnQueue): string {
  const names: string[] = [];
  for (let task = queue.shift(); task; task = queue.shift()) names.push((task as { name?: string }).name!);
  return names.join(' ');
}

it('is told whose a job is as Piscina tells it', () => {
  expect(QUEUE_OPTIONS).toBe(queueOptionsSymbol);
});

it('takes one job of each client after the other, the oldest of each first', () => {
  const queue = new TurnQueue();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(job(name));
  expect(queue.size).toBe(6);
  expect(drained(queue)).toBe('a1 b1 c1 a2 c2 a3');
});

it('lets nobody save up turns, nor wait for those of others that have passed', () => {
  const queue = new TurnQueue();
  for (const name of ['a1', 'a2', 'a3', 'a4']) queue.push(job(name));
  expect([queue.shift(), queue.shift()]).toMatchObject([{ name: 'a1' }, { name: 'a2' }]);
  for (const name of ['b1', 'b2', 'b3', 'a5']) queue.push(job(name));
  expect(drained(queue)).toBe('b1 a3 b2 a4 b3 a5');
});

it('gives back what could not be taken, and forgets what is not wanted any more', () => {
  const queue = new TurnQueue();
  const [one, two, three] = [job('a1'), job('a2'), job('b1')];
  for (const task of [one, two, three]) queue.push(task);
  queue.unshift(queue.shift()!);
  queue.remove(three);
  expect(drained(queue)).toBe('a1 a2');
  expect(queue.shift()).toBe(null);
});
