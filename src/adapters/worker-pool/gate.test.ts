import { setImmediate as soon } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Gate } from './gate.ts';

const never = new AbortController().signal;

/** Enters for each client in turn, and says who is in. */
function crowd(gate: Gate, clients: readonly string[], signal: AbortSignal = never) {
  const inside: string[] = [];
  const entered = clients.map((client) => gate.enter(client, signal).then(() => void inside.push(client)));
  return { inside, entered };
}

it('lets so many in, and one more for each that leaves, clients by turns', async () => {
  const gate = new Gate(2);
  const { inside } = crowd(gate, ['a', 'a', 'a', 'a', 'b']);
  await soon();
  expect(inside).toEqual(['a', 'a']);
  gate.leave();
  gate.leave();
  await soon();
  // b has waited less, and has had no turn yet
  expect(inside).toEqual(['a', 'a', 'a', 'b']);
  gate.leave();
  await soon();
  expect(inside).toEqual(['a', 'a', 'a', 'b', 'a']);
});

it('forgets who gives up, and keeps no place for it', async () => {
  const gate = new Gate(1);
  await gate.enter('a', never);
  const ended = new AbortController();
  const { inside, entered } = crowd(gate, ['b'], ended.signal);
  const after = crowd(gate, ['c']);
  const why = new Error('enough');
  ended.abort(why);
  await expect(entered[0]).rejects.toBe(why);
  gate.leave();
  await soon();
  expect(inside).toEqual([]);
  expect(after.inside).toEqual(['c']);
  await expect(gate.enter('b', ended.signal)).rejects.toBe(why);
  gate.leave();
  // all places are free again
  await gate.enter('d', never);
});

it('lets nobody pass whoever needs several places', async () => {
  const gate = new Gate(2);
  await gate.enter('a', never);
  const inside: string[] = [];
  const ended = new AbortController();
  const large = gate.enter('b', ended.signal, 2).then(() => void inside.push('b'));
  const after = gate.enter('c', never).then(() => void inside.push('c'));
  await soon();
  expect(inside).toEqual([]);
  gate.leave();
  await large;
  await soon();
  expect(inside).toEqual(['b']);
  gate.leave(2);
  await after;
  expect(inside).toEqual(['b', 'c']);
});

it('lets in whoever waited for one that gives up', async () => {
  const gate = new Gate(2);
  await gate.enter('a', never);
  const ended = new AbortController();
  const large = gate.enter('b', ended.signal, 2);
  const after = gate.enter('c', never);
  ended.abort(new Error('enough'));
  await expect(large).rejects.toThrow('enough');
  await after;
});
