import type { OpenStorage } from '../../start/storage.ts';
import { putFrames } from '../frames/put-frames.ts';
import { mintId } from '../mint-id.ts';
import type { Compute } from '../ports/compute.ts';
import { file, runServices } from './run.fixture.ts';

const options = { signal: new AbortController().signal, onProgress: () => {} };
const fields = JSON.stringify({ holography_mode: 'off-axis' });

/** Sequences of an account, their frames, and services whose compute does their steps as a test says. */
export function sequenceWorld(storage: OpenStorage, account_id: string) {
  const begun = async (frames = 80, more = {}) => {
    const sequence_id = mintId('seq', storage.now());
    const row = {
      ...{ sequence_id, account_id, frames, fields, retain_raw_inputs: 0 as const, run_id: null },
      ...{ layout: null, created_at: '2026-01-01T00:00:00.000Z', expired_at: null, calibration: null },
      ...{ compute_ms: 0, repeated: 0 },
    };
    await storage.store.transaction((trx) =>
      trx
        .insertInto('sequences')
        .values({ ...row, ...more })
        .execute(),
    );
    return sequence_id;
  };
  const rowOf = (id: string) =>
    storage.store.read().selectFrom('sequences').selectAll().where('sequence_id', '=', id).executeTakeFirst();
  const services = (sequence: (job: { step: string; shard?: number }) => unknown = () => ({})) => {
    const made = runServices(storage);
    const count = async () => ({ frames: 0, format: 'npy' });
    const compute = {
      ...made.services.compute,
      sequence: async (job: { step: string }) => (job.step === 'count' ? count() : sequence(job)),
    } as unknown as Compute;
    return { ...made, services: { ...made.services, compute } };
  };
  const put = (sequence_id: string, first: number, bytes: number[]) => {
    const frames = { account_id, sequence_id, first, count: null, file: file(new Uint8Array(bytes)) };
    return putFrames(services().services, frames, options);
  };
  /** A file of several frames, as if it had been counted. */
  const stack = (sequence_id: string, first_frame: number, frames: number) =>
    storage.store.transaction((trx) =>
      trx
        .insertInto('sequence_files')
        .values({
          ...{ sequence_id, first_frame, frames, is_stack: 1, account_id, name: `${first_frame}.npy` },
          ...{
            sha256: 'a',
            bytes: 3,
            blob_key: `staged/${sequence_id}-${first_frame}`,
            created_at: '2026-01-02',
          },
        })
        .execute(),
    );
  const parts = async () =>
    (
      await storage.store
        .read()
        .selectFrom('runs')
        .selectAll()
        .where('part_of', 'is not', null)
        .orderBy('turn')
        .execute()
    ).map((run) => ({ ...run, part: (JSON.parse(run.request) as { part: number | 'package' }).part }));
  return { begun, rowOf, services, put, stack, parts };
}
