import { workerData } from 'node:worker_threads';
import { followOrders, type SharedKernels } from '../core/kernel/follow-orders.ts';

followOrders(workerData as SharedKernels);
