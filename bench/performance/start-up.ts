/**
 * From the start of the process to its first answer, against a bare Fastify that compiles the kernels:
 * `node bench/performance/start-up.ts`. The two take turns. What is started is what `npm start` starts.
 */
import { medianOf } from './http-load.ts';
import { startBare, startLeith, type ServerProcess } from './server-process.ts';

const ROUNDS = 9;

interface Start {
  /** from the start of the process to its first answer */
  readonly ms: number;
  /** processor time of all its threads until then */
  readonly cpuMs: number;
}

async function once(start: () => Promise<ServerProcess>): Promise<Start> {
  const began = performance.now();
  const server = await start();
  const answer = await fetch(`${server.url}/healthz`);
  await answer.arrayBuffer();
  const [ms, cpuMs] = [performance.now() - began, server.cpuMs()];
  await server.stop();
  if (!answer.ok) throw new Error(String(answer.status));
  return { ms, cpuMs };
}

const bareStart = () => once(() => startBare('start'));
const leithStart = () => once(() => startLeith());
// twice: the first fills the caches, the second uses them
for (const _ of [1, 2]) {
  await bareStart();
  await leithStart();
}
const times: [bare: Start, leith: Start][] = [];
for (let round = 0; round < ROUNDS; round++) times.push([await bareStart(), await leithStart()]);
console.log(
  '| process started to first answer | ms (median) | least | processor time, ms (median) |\n|---|---|---|---|',
);
for (const [i, name] of ['bare Fastify and the kernels’ compilation', 'Leith, empty data folder'].entries()) {
  const starts = times.map((pair) => pair[i]!);
  const ms = starts.map((one) => one.ms);
  const cpu = medianOf(starts.map((one) => one.cpuMs));
  console.log(`| ${name} | ${medianOf(ms).toFixed(0)} | ${Math.min(...ms).toFixed(0)} | ${cpu.toFixed(0)} |`);
}
const ratio = (key: keyof Start) => medianOf(times.map(([one, other]) => other[key] / one[key])).toFixed(2);
console.log(`| Leith : bare | ${ratio('ms')} | | ${ratio('cpuMs')} |`);
