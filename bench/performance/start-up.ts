/**
 * From the start of the process to its first answer, against a bare Fastify that compiles the kernels:
 * `node bench/performance/start-up.ts`. The two take turns.
 */
import { medianOf } from './http-load.ts';
import { startBare, startLeith, type ServerProcess } from './server-process.ts';

const ROUNDS = 9;

async function once(start: () => Promise<ServerProcess>): Promise<number> {
  const began = performance.now();
  const server = await start();
  const answer = await fetch(`${server.url}/healthz`);
  await answer.arrayBuffer();
  const ms = performance.now() - began;
  await server.stop();
  if (!answer.ok) throw new Error(String(answer.status));
  return ms;
}

const bareStart = () => once(() => startBare('start'));
const leithStart = () => once(() => startLeith());
await bareStart();
await leithStart();
const times: [bare: number, leith: number][] = [];
for (let round = 0; round < ROUNDS; round++) times.push([await bareStart(), await leithStart()]);
const bare = medianOf(times.map(([one]) => one));
const leith = medianOf(times.map(([, other]) => other));
console.log('| process started to first answer | ms (median) | least |\n|---|---|---|');
console.log(
  `| bare Fastify and the kernels’ compilation | ${bare.toFixed(0)} | ${Math.min(...times.map(([one]) => one)).toFixed(0)} |`,
);
console.log(
  `| Leith, empty data folder | ${leith.toFixed(0)} | ${Math.min(...times.map(([, other]) => other)).toFixed(0)} |`,
);
console.log(`| Leith : bare | ${medianOf(times.map(([one, other]) => other / one)).toFixed(2)} | |`);
