/**
 * Fit checks per second, against bare Fastify routes that validate the same body and return a constant:
 * `node bench/performance/fit.ts`. They take turns; requests come from many client addresses, as each is limited.
 */
import { FIT_REQUEST } from './fit-request.ts';
import { load, medianOf, type LoadResult } from './http-load.ts';
import { startBare, startLeith } from './server-process.ts';

/** Many and short: what else a machine does comes and goes within seconds, and hits all of them alike. */
const ROUNDS = 41;
const SECONDS = 0.5;
/** By then all code is compiled that will be, however slow the machine is at the moment. */
const WARM_REQUESTS = 40_000;
const CONNECTIONS = 16;
const BODY = JSON.stringify(FIT_REQUEST);

interface Measured extends LoadResult {
  /** processor time of the server, µs a check */
  readonly cpuUs: number;
}

/** Each address asks 50 times before the next does: fewer than it may. */
function request(k: number): string {
  const client = Math.floor(k / 50);
  const address = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
  return (
    `POST /public/workflow_fit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `X-Forwarded-For: ${address}\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
  );
}

const servers = {
  ajv: await startBare('fit', 'ajv'),
  zod: await startBare('fit', 'zod'),
  leith: await startLeith({ TRUST_PROXY: '127.0.0.1', WORKERS: '1' }),
};
type Name = keyof typeof servers;
const labels = Object.entries({
  ajv: 'bare Fastify, Ajv',
  zod: 'bare Fastify, zod',
  leith: 'Leith',
}) as [Name, string][];
const names = labels.map(([name]) => name);

try {
  const results: Record<Name, Measured[]> = { ajv: [], zod: [], leith: [] };
  let next = 0;
  const measure = async (name: Name, seconds: number): Promise<Measured> => {
    const { port, cpuMs } = servers[name];
    const before = cpuMs();
    const nextRequest = () => request(name === 'leith' ? next++ : 0);
    const result = await load({ port, connections: CONNECTIONS, seconds, request: nextRequest });
    return { ...result, cpuUs: ((cpuMs() - before) * 1000) / (result.perSecond * seconds) };
  };
  for (const name of names) {
    for (let warm = 0; warm < WARM_REQUESTS;) warm += (await measure(name, 1)).perSecond;
  }
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 ? names : names.toReversed();
    for (const name of order) results[name].push(await measure(name, SECONDS));
  }
  const of = (name: Name, key: keyof Measured) => medianOf(results[name].map((one) => one[key]));
  const ratios = (to: Name, key: keyof Measured) =>
    medianOf(results.leith.map((one, i) => one[key] / results[to][i]![key])).toFixed(2);
  console.log(
    `| ${CONNECTIONS} connections | checks/s | median, ms | p99, ms | processor time of the server, µs a check |\n|---|---|---|---|---|`,
  );
  for (const [name, label] of labels) {
    console.log(
      `| ${label} | ${of(name, 'perSecond').toFixed(0)} | ${of(name, 'median').toFixed(2)} | ${of(name, 'p99').toFixed(2)} | ${of(name, 'cpuUs').toFixed(1)} |`,
    );
  }
  for (const [name, label] of labels.slice(0, 2)) {
    console.log(
      `| Leith : ${label} | ${ratios(name, 'perSecond')} | ${ratios(name, 'median')} | ${ratios(name, 'p99')} | ${ratios(name, 'cpuUs')} |`,
    );
  }
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
}
