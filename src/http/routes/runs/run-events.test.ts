import { describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../../services/ports/storage-unavailable.ts';
import type { RunState } from '../../../services/run/run-state.ts';
import { runEvents } from './run-events.ts';

const run = (
  status: RunState['status'],
  stage: string | null,
  fraction: number,
  ahead: number | null = null,
): RunState => ({
  ...{ run_id: 'run_1', requester: 'public', status, stage, fraction, ahead },
  ...{ file_name: null, evidence_report_id: null, profile_id: null, problem: null },
  ...{ created_at: '2026-01-01T00:00:00.000Z', finished_at: null },
});

async function eventsOf(
  first: RunState,
  then: (RunState | null | Error)[],
  signal = new AbortController().signal,
): Promise<string[]> {
  const look = async (): Promise<RunState | null> => {
    const next = then.shift()!;
    if (next instanceof Error) throw next;
    return next;
  };
  const events = [];
  for await (const event of runEvents(first, look, ({ status }) => ({ status }), signal)) events.push(event);
  return events;
}

describe('runEvents', () => {
  it('tells each state once, and ends with the final one', async () => {
    const working = run('running', 'unwrap', 0.5);
    const away = new StorageUnavailable('away');
    const events = await eventsOf(run('queued', null, 0), [working, working, away, run('failed', null, 0.5)]);
    expect(events).toEqual([
      'retry: 2000\n\n',
      'id: queued-none-0\ndata: {"status":"queued"}\n\n',
      'id: running-unwrap-5000\ndata: {"status":"running"}\n\n',
      'id: failed-none-5000\ndata: {"status":"failed"}\n\n',
    ]);
  });

  it('tells how the queue before it gets shorter', async () => {
    const queued = (ahead: number) => run('queued', null, 0, ahead);
    const events = await eventsOf(queued(2), [queued(2), queued(0), null]);
    expect(events.filter((event) => event.startsWith('id:'))).toEqual([
      'id: queued-behind2-0\ndata: {"status":"queued"}\n\n',
      'id: queued-behind0-0\ndata: {"status":"queued"}\n\n',
    ]);
  });

  it('ends when the run is gone, and when nobody listens any more', async () => {
    expect(await eventsOf(run('queued', null, 0), [null])).toHaveLength(2);
    expect(await eventsOf(run('queued', null, 0), [], AbortSignal.abort())).toHaveLength(2);
  });
});
