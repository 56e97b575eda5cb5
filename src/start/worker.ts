import { createJobHandler } from '../adapters/worker-pool/job-handler.ts';
import { workerData } from '../adapters/worker-pool/worker-data.ts';
import { loadKernels } from '../cli/load-kernels.ts';
import { secondThreadMs } from '../cli/second-thread.ts';
import type { Signer } from '../formats/package/dsse.ts';
import { nativeReadingMs } from '../services/reconstruction/decode-counted.ts';
import { signerOf } from '../services/signing/ed25519.ts';

/** What the threads of the pool are given when they start. */
export interface WorkerData {
  /** PKCS #8 in PEM; null: packages are not signed */
  readonly signingKey: string | null;
  /** absent: nobody is asked for timestamps */
  readonly timestamps?: Timestamps | null;
  /** what the kernels of one may hold; absent: as much as they need */
  readonly kernelBytes?: number;
  /** whether what it keeps between jobs is in nobody's way; absent: no */
  readonly roomy?: boolean;
}

/** Who is asked for timestamps. */
export interface Timestamps {
  readonly url: string;
  /** whose answers are taken, PEM */
  readonly certificates: string;
}

const {
  signingKey,
  timestamps = null,
  kernelBytes = Infinity,
  roomy = false,
} = (workerData ?? { signingKey: null }) as WorkerData;

async function signer(): Promise<Signer | null> {
  if (signingKey === null) return null;
  if (timestamps === null) return signerOf(signingKey);
  // what reads ASN.1 is loaded where it is wanted
  const { timestampAuthority } = await import('../adapters/timestamp-authority/timestamp-authority.ts');
  const { readAuthorities } = await import('../formats/timestamp/timestamp-token.ts');
  const authorities = readAuthorities(timestamps.certificates);
  return { ...signerOf(signingKey), timestamp: timestampAuthority({ url: timestamps.url, authorities }) };
}

/** What each thread of the worker pool runs: its kernels are loaded before it takes the first job. */
export default createJobHandler(
  async () => {
    const kernels = await loadKernels();
    kernels.mostBytes = kernelBytes;
    return kernels;
  },
  { signer: await signer(), roomy, besideMs: () => secondThreadMs() + nativeReadingMs() },
);
