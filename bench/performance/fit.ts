/**
 * Fit checks per second, against a bare Fastify route that validates the same body and returns a constant:
 * `node bench/performance/fit.ts`. The two take turns; requests come from many client addresses, as each is limited.
 */
import { FIT_REQUEST } from './fit-request.ts';
import { load, medianOf, type LoadResult } from './http-load.ts';
import { startBare, startLeith } from './server-process.ts';

const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 16;
const BODY = JSON.stringify(FIT_REQUEST);

/** Each address asks 50 times before the next does: fewer than it may. */
function request(k: number): string {
  const client = Math.floor(k / 50);
  const address = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
  return (
    `POST /public/workflow_fit HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
    `X-Forwarded-For: ${address}\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
  );
}

const [leith, bare] = [await startLeith({ TRUST_PROXY: '127.0.0.1', WORKERS: '1' }), await startBare('fit')];
try {
  const results: Record<'bare' | 'leith', LoadResult[]> = { bare: [], leith: [] };
  let next = 0;
  const measure = async (name: 'bare' | 'leith', port: number, seconds: number): Promise<LoadResult> =>
    load({ port, connections: CONNECTIONS, seconds, request: () => request(name === 'leith' ? next++ : 0) });
  // warm
  await measure('bare', bare.port, 2);
  await measure('leith', leith.port, 2);
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 ? (['bare', 'leith'] as const) : (['leith', 'bare'] as const);
    for (const name of order) {
      results[name].push(await measure(name, name === 'leith' ? leith.port : bare.port, SECONDS));
    }
  }
  const of = (name: 'bare' | 'leith', key: keyof LoadResult) =>
    medianOf(results[name].map((one) => one[key]));
  const ratios = (key: keyof LoadResult) =>
    medianOf(results.leith.map((one, i) => one[key] / results.bare[i]![key])).toFixed(2);
  console.log(`| ${CONNECTIONS} connections | checks/s | median, ms | p99, ms |\n|---|---|---|---|`);
  for (const name of ['bare', 'leith'] as const) {
    const label = name === 'bare' ? 'bare Fastify' : 'Leith';
    console.log(
      `| ${label} | ${of(name, 'perSecond').toFixed(0)} | ${of(name, 'median').toFixed(2)} | ${of(name, 'p99').toFixed(2)} |`,
    );
  }
  console.log(`| Leith : bare | ${ratios('perSecond')} | ${ratios('median')} | ${ratios('p99')} |`);
} finally {
  await Promise.all([leith.stop(), bare.stop()]);
}
