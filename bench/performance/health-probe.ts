// A thread of its own that asks /healthz over and over, so that what the main thread receives does not delay the answer.
import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 5;
let running = true;
parentPort!.once('message', () => (running = false));

const times: number[] = [];
while (running) {
  const start = performance.now();
  await (await fetch(String(workerData))).arrayBuffer();
  times.push(performance.now() - start);
  await sleep(PAUSE_MS);
}
parentPort!.postMessage(times);
