// @module-tag further/failing
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it, type ExpectStatic } from 'vitest';
import type { ProblemBody } from './problem.ts';
import { listen, parseAnswer, speak, type RawAnswer } from './raw-socket.ts';
import { slowUpload } from './run-client.ts';
import { largeUpload, plain, startService, type RunningService } from './running-service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const get = async (port: number, path: string): Promise<RawAnswer> =>
  parseAnswer(await speak(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n`));

interface Begun {
  readonly socket: Socket;
  finish(): Promise<RawAnswer>;
}

async function bytesInMemory({ url }: RunningService): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^leith_request_bytes_in_memory (\S+)$/m.exec(text)![1]);
}

/** A request that stays under way until `finish`: the last byte of its body is held back. */
async function begin(service: RunningService, expect: ExpectStatic): Promise<Begun> {
  // a body that no buffer on the way holds, and a result that is soon made
  const encoded = new Request('http://a/', { method: 'POST', body: largeUpload(plain) });
  const body = Buffer.from(await encoded.arrayBuffer());
  const { socket, closed } = listen(service.port);
  socket.write(
    'POST /public/reconstruct HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n' +
      `Content-Type: ${encoded.headers.get('content-type')}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const before = await bytesInMemory(service);
  socket.write(body.subarray(0, -1));
  // all of it but what the parser still looks at
  await expect.poll(() => bytesInMemory(service)).toBeGreaterThan(before + body.length / 2);
  return {
    socket,
    async finish() {
      socket.write(body.subarray(-1));
      return parseAnswer(await closed);
    },
  };
}

/** An older Node in short: it starts the program as bin/leith.mjs does there, says its number, and waits. */
const LAUNCHER = `
  const { spawn } = require('node:child_process');
  const env = { ...process.env, LEITH_LAUNCHER: String(process.pid) };
  const child = spawn(process.execPath, ['bin/leith.mjs', 'serve'], { stdio: ['ignore', 'ignore', 'pipe'], env });
  child.stderr.on('data', (text) => String(text).includes('Leith is at') && console.log(child.pid));
`;

// each by itself, at the same time: `expect` is that of the test
describe.concurrent('asked to end, the service', () => {
  it('finishes what has begun, turns away what is new, says so to whoever watches it, and waits for nobody who asks nothing', async ({
    expect,
  }) => {
    const service = await startService({
      ...{ WORKERS: '1', SHUTDOWN_GRACE_S: '3600', CLIENT_TIMEOUT_S: '3600', REQUEST_TIMEOUT_S: '3600' },
    });
    const idle = listen(service.port);
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => idle.heard()).toContain('200 OK');
    const silent = listen(service.port);
    await new Promise((resolve) => silent.socket.once('connect', resolve));
    const [first, second] = [await begin(service, expect), await begin(service, expect)];
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    const ended = service.stop();
    await expect.poll(async () => (await get(service.port, '/readyz')).status).toBe(503);

    const refused = await get(service.port, '/calibration/targets');
    const problem = JSON.parse(refused.body) as ProblemBody;
    expect([refused.status, problem.code]).toEqual([503, 'SHUTTING_DOWN']);
    expect(refused.headers).toMatchObject({ connection: 'close', 'retry-after': '5' });
    expect(refused.headers['content-type']).toBe('application/problem+json');
    expect((await get(service.port, '/nothing')).status).toBe(503);
    expect((await get(service.port, '/readyz')).status).toBe(503);
    expect((await get(service.port, '/healthz')).status).toBe(200);
    expect((await get(service.port, '/metrics')).status).toBe(200);

    expect((await first.finish()).status).toBe(201);
    // the last one is still under way
    expect((await get(service.port, '/healthz')).status).toBe(200);
    const last = await second.finish();
    expect([last.status, last.headers['connection']]).toEqual([201, 'close']);
    // or the test would wait for an hour
    expect(await ended).toBe(0);
    await Promise.all([idle.closed, silent.closed]);
  });

  it(
    'ends event streams, and gives up requests that outlast SHUTDOWN_GRACE_S',
    { tags: 'further/failing' },
    async ({ expect }) => {
      const service = await startService({ WORKERS: '1', SHUTDOWN_GRACE_S: '2', CLIENT_TIMEOUT_S: '900' });
      const accepted = await fetch(`${service.url}/public/reconstruct`, {
        method: 'POST',
        headers: { prefer: 'respond-async' },
        body: slowUpload(),
      });
      const { run_id } = (await accepted.json()) as { run_id: string };
      const events = listen(service.port);
      events.socket.write(`GET /runs/${run_id}/events HTTP/1.1\r\nHost: a\r\n\r\n`);
      await expect.poll(() => events.heard()).toContain('data: ');
      const { socket } = await begin(service, expect);
      const order: string[] = [];
      void events.closed.then(() => order.push('the stream'));
      const cut = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      void cut.then(() => order.push('the upload'));
      const ended = service.stop();
      const streamed = await events.closed;
      expect(streamed).toMatch(/^HTTP\/1.1 200 OK[^]*data: \{"run_id"[^]*\r\n0\r\n\r\n$/);
      // or the test would wait for a quarter of an hour
      expect(await ended).toBe(0);
      await cut;
      expect(order).toEqual(['the stream', 'the upload']);
    },
  );

  it('ends when the process that started it was killed', async ({ expect }) => {
    const folder = mkdtempSync(join(tmpdir(), 'leith-launched-'));
    const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', WORKERS: '1' };
    const launcher = spawn(process.execPath, ['-e', LAUNCHER], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(await new Promise((resolve) => launcher.stdout.once('data', resolve)));
    const isThere = () => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    expect(isThere()).toBe(true);
    launcher.kill('SIGKILL');
    await expect.poll(isThere, { timeout: 30_000 }).toBe(false);
    rmSync(folder, { recursive: true });
  });
});
