import { createJobHandler } from '../adapters/worker-pool/job-handler.ts';
import { workerData } from '../adapters/worker-pool/worker-data.ts';
import { loadKernels } from '../cli/load-kernels.ts';
import { signerOf } from '../services/signing/ed25519.ts';

/** What the threads of the pool are given when they start. */
export interface WorkerData {
  /** PKCS #8 in PEM; null: packages are not signed */
  readonly signingKey: string | null;
}

const { signingKey } = (workerData ?? { signingKey: null }) as WorkerData;

/** What each thread of the worker pool runs: its kernels are loaded before it takes the first job. */
export default createJobHandler(loadKernels, signingKey === null ? null : signerOf(signingKey));
