/**
 * A signed-in `GET /results` of twenty results, against a bare Fastify route that answers the same bytes and asks nobody:
 * `node bench/performance/results.ts`. The two take turns.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { load, medianOf, type LoadResult } from './http-load.ts';
import { startBare, startLeith, type ServerProcess } from './server-process.ts';

const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 16;
const RESULTS = 20;
const SIDE = 256;

interface Measured extends LoadResult {
  /** processor time of the server for an answer, µs */
  readonly cpuUs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'leith-bench-results-'));
const leith = await startLeith();
try {
  const person = { email: 'bench@example.org', password: 'correct horse battery' };
  const account = await fetch(`${leith.url}/users/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const { api_key } = (await account.json()) as { api_key: string };
  const headers = { authorization: `Bearer ${api_key}` };
  for (let k = 0; k < RESULTS; k++) await reconstruct(leith.url, headers);
  const answer = await fetch(`${leith.url}/results?limit=${RESULTS}`, { headers });
  const text = await answer.text();
  writeFileSync(join(folder, 'results.json'), text);
  const bare = await startBare('results', join(folder, 'results.json'));
  try {
    const request = `GET /results?limit=${RESULTS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api_key}\r\n\r\n`;
    const results: [bare: Measured, leith: Measured][] = [];
    const measure = async ({ port, cpuMs }: ServerProcess, seconds: number): Promise<Measured> => {
      const before = cpuMs();
      const result = await load({ port, connections: CONNECTIONS, seconds, request: () => request });
      return { ...result, cpuUs: ((cpuMs() - before) * 1000) / (result.perSecond * seconds) };
    };
    await measure(bare, 2);
    await measure(leith, 2);
    for (let round = 0; round < ROUNDS; round++) {
      results.push([await measure(bare, SECONDS), await measure(leith, SECONDS)]);
    }
    print(results, text.length);
  } finally {
    await bare.stop();
  }
} finally {
  await leith.stop();
  rmSync(folder, { recursive: true });
}

async function reconstruct(url: string, headers: Record<string, string>): Promise<void> {
  const samples = Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
    Math.round(120 + 100 * Math.cos(2 * Math.PI * (0.2 * (i % SIDE) + 0.15 * Math.floor(i / SIDE)))),
  );
  const file = await encodeFrame({ width: SIDE, height: SIDE, samples, bitDepth: 8 }, 'npy', 3.45);
  const form = new FormData();
  form.set('hologram', new Blob([...file] as BlobPart[]), 'hologram.npy');
  const fields = { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '0' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const answer = await fetch(`${url}/reconstruct_pdhm`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json' },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
}

function print(results: readonly [bare: Measured, leith: Measured][], bytes: number): void {
  const of = (which: 0 | 1, key: keyof Measured) => medianOf(results.map((pair) => pair[which][key]));
  const ratio = (key: keyof Measured) =>
    medianOf(results.map(([one, other]) => other[key] / one[key])).toFixed(2);
  const kilobytes = (bytes / 1000).toFixed(1);
  console.log(
    `| ${CONNECTIONS} connections, ${kilobytes} kB an answer | answers/s | median, ms | p99, ms | processor time of the server, µs an answer |`,
  );
  console.log('|---|---|---|---|---|');
  for (const [which, label] of [
    [0, 'bare Fastify'],
    [1, 'Leith'],
  ] as const) {
    const cells = [
      of(which, 'perSecond').toFixed(0),
      of(which, 'median').toFixed(2),
      of(which, 'p99').toFixed(2),
      of(which, 'cpuUs').toFixed(0),
    ];
    console.log(`| ${label} | ${cells.join(' | ')} |`);
  }
  console.log(
    `| Leith : bare | ${ratio('perSecond')} | ${ratio('median')} | ${ratio('p99')} | ${ratio('cpuUs')} |`,
  );
}
