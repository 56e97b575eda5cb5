import { createJobHandler } from '../adapters/worker-pool/job-handler.ts';
import { loadKernels } from '../cli/load-kernels.ts';

/** What each thread of the worker pool runs: its kernels are loaded before it takes the first job. */
export default createJobHandler(loadKernels);
