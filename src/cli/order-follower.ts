import { workerData } from 'node:worker_threads';
import { followOrders, type SharedKernels } from '../core/kernel/second-thread.ts';

followOrders(workerData as SharedKernels);
