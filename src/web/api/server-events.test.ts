import { describe, expect, it } from 'vitest';
import { eventsOf } from './server-events.ts';

async function read(text: string, pieces: number): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(text);
  const step = Math.ceil(bytes.length / pieces);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += step) controller.enqueue(bytes.slice(at, at + step));
      controller.close();
    },
  });
  const events = [];
  for await (const event of eventsOf(body)) events.push(event);
  return events;
}

describe('eventsOf', () => {
  const text =
    'retry: 2000\n\nid: a\ndata: {"µ":1}\n\n: still there\n\nid: b\r\ndata: {"µ":\r\ndata: 2}\r\n\r\ndata: {"cut';

  it.each([1, 3, 40, 1000])('reads whole events, in %i pieces', async (pieces) => {
    expect(await read(text, pieces)).toEqual([{ µ: 1 }, { µ: 2 }]);
  });
});
