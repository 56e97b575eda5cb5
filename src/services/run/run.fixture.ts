import { createHash } from 'node:crypto';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Storage } from '../archive/storage.ts';
import type { Compute } from '../ports/compute.ts';
import type { Row } from '../ports/database.ts';
import type { QueuedRun } from '../ports/run-queue.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import type { ReconstructionJob, ReconstructionResult } from '../ports/compute.ts';
import type { AcceptInput } from './accept-run.ts';
import type { PerformServices } from './perform-services.ts';
import { RunningRuns } from './running-runs.ts';

/** what a compute of a test does with a job: it hears of everything that the real one would. */
export type Computing = (
  request: ReconstructionJob,
  options: Parameters<Compute['reconstruct']>[1],
) => Promise<ReconstructionResult>;

/** Everything that runs need, on real storage, with a queue that only remembers and a compute that does as told. */
export function runServices(storage: Storage, reconstruct: Computing = async () => result()) {
  const queued: string[] = [];
  const errors: unknown[] = [];
  const services: PerformServices = {
    ...storage,
    compute: {
      fault: null,
      checkRoom() {},
      checkShare() {},
      reconstruct,
      calibrate: () => Promise.reject(new Error('this test has no target')),
      sequence: () => Promise.reject(new Error('this test has no sequence')),
    },
    software: { name: 'leith', version: '0', kernel_sha256: '' },
    running: new RunningRuns(),
    progressMs: 1000,
    maxAttempts: 3,
    onError: (error) => errors.push(error),
    queue: { add: async (_: unknown, { run_id }: QueuedRun) => void queued.push(run_id), wake() {} },
  };
  const queue = { ...services.queue, work() {}, rest: async () => {}, close: async () => {} };
  return { services: { ...services, queue }, queued, errors };
}

/** A package of a few bytes that no reconstruction made. */
export function result(bytes = new Uint8Array([1, 2, 3])): ReconstructionResult {
  const evidence = {
    ...{ outputs: [{ quantity: 'phase', shape: [1, 1], pixel_size_um: null }], payload_sha256: '' },
    ...{
      input: { crop_px: {} },
      quality: { flags: [], metrics: {} },
      uncertainty: {},
      parameters: { used: {} },
    },
  } as unknown as EvidenceReport;
  const stages = { unwrap: 20, package: 5 };
  const about = { evidence, sha256: null, payload_sha256: '', timestampFault: null };
  return { chunks: [bytes], bytes: bytes.length, ...about, stages };
}

export function file(bytes: Uint8Array<ArrayBuffer> = new Uint8Array([9, 8, 7])): ReceivedFile {
  return { name: 'frame.png', blocks: [bytes], bytes: bytes.length, sha256: digest(bytes) };
}

export function input(more: Partial<AcceptInput> = {}): AcceptInput {
  return {
    ...{
      hologram: file(),
      background: undefined,
      calibration: null,
      errors: [],
      requester: 'public',
      retain: false,
    },
    fields: { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45' },
    request_id: 'req_1',
    ...more,
  };
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A run's whole row. */
export const runRow = ({ store }: Pick<Storage, 'store'>, run_id: string): Promise<Row<'runs'>> =>
  store.read().selectFrom('runs').selectAll().where('run_id', '=', run_id).executeTakeFirstOrThrow();
