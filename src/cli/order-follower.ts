import process from 'node:process';
import { workerData } from 'node:worker_threads';
import { followOrders } from '../core/kernel/follow-orders.ts';
import type { FollowerData } from './follower-data.ts';

/** How often it says what it has used: that takes microseconds, and so do many orders. */
const SAY_EVERY_MS = 5;

const { shared, spent } = workerData as FollowerData;
const ms = new Float64Array(spent);
let said = 0;

function saySpent(): void {
  const now = performance.now();
  if (now < said + SAY_EVERY_MS) return;
  said = now;
  const { user, system } = process.threadCpuUsage();
  ms[0] = (user + system) / 1000;
}

followOrders(shared, saySpent);
