/**
 * The most memory that the whole service takes at two workers, whatever is sent: `node bench/performance/memory.ts`. Each
 * kind of request is sent by 12 clients at once, some of whom read their answers slowly. With `--cgroup FOLDER`, a group of
 * the memory controller (version 1) that may be written, the service runs under a limit of 1 GB there; what files it has
 * written lie in memory until that is met, so what counts is the memory that can't be given back. `3 8`: these alone.
 * MEMORY_BUDGET_BYTES is the service’s, where it is set. Nothing is given up for the time it takes; with `--enough 3` those of
 * whom the rest of a kind is still computed hang up once three are (a minute each, one after the other).
 */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { startLeith, type ServerProcess } from './server-process.ts';

const LIMIT_BYTES = 1_000_000_000;
const OFTEN_MS = 50;
const CLIENTS = 12;
const ROUNDS = 2;
/** There is no room for it at the moment. */
const BUSY = '503';
/** With enough others computed, nobody waits for it. */
const HUNG_UP = 'hung up';
const flag = process.argv.indexOf('--cgroup');
const group = flag > 0 ? process.argv[flag + 1]! : null;
const enoughFlag = process.argv.indexOf('--enough');
const enough = enoughFlag > 0 ? Number(process.argv[enoughFlag + 1]) : Infinity;
/** numbers of attacks, from 1; none: all */
const only = process.argv
  .slice(2)
  .filter((_, k) => enoughFlag < 0 || k + 2 !== enoughFlag + 1)
  .filter((word) => /^[1-9]\d?$/.test(word))
  .map(Number);

const OFF_AXIS = { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '0' };
const SEARCH = { ...OFF_AXIS, z_mm: undefined, z_min_mm: '1', z_max_mm: '11' };
const INLINE = { holography_mode: 'inline', wavelength_um: '0.53', pixel_pitch_um: '1.67', z_mm: '1' };

/** Where the padding is as wide as the frame. */
const FAR = { ...INLINE, z_mm: '20' };

interface Attack {
  readonly name: string;
  readonly file: Uint8Array;
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly slow?: true;
  /** a minute each, one after the other: sent once */
  readonly long?: true;
  /** what every second client sends */
  readonly also?: {
    readonly file: Uint8Array;
    readonly fields: Readonly<Record<string, string | undefined>>;
  };
  /** what it is answered where there is room; another answer means that it was something else than it is called */
  readonly status: '200' | `422 ${'SIDEBAND_NOT_FOUND' | 'HOLOGRAM_UNSUPPORTED' | 'FRAME_TOO_LARGE'}`;
}

const attacks: readonly Attack[] = [
  { name: '1920 × 1080, all maps', status: '200', file: npy('<u2', 1080, 1920), fields: OFF_AXIS },
  {
    name: 'the same, read slowly',
    status: '200',
    file: npy('<u2', 1080, 1920),
    fields: OFF_AXIS,
    slow: true,
  },
  { name: '1920 × 1080, focus searched', status: '200', file: npy('<u2', 1080, 1920), fields: SEARCH },
  {
    name: '4000 × 4000 of 32-bit floats, 64 MB',
    status: '200',
    file: npy('<f4', 4000, 4000),
    fields: OFF_AXIS,
  },
  { name: '4000 × 4000 of 8 bits', status: '200', file: npy('|u1', 4000, 4000), fields: OFF_AXIS },
  {
    name: 'PNG that unpacks to 4000 × 4000 of 16 bits',
    status: '422 SIDEBAND_NOT_FOUND',
    file: png(4000),
    fields: OFF_AXIS,
  },
  {
    name: 'PNG that says it is 4000 × 4000 and unpacks to 1 GB',
    status: '422 SIDEBAND_NOT_FOUND',
    file: png(4000, 1e9),
    fields: OFF_AXIS,
  },
  {
    name: 'in-line, 1920 × 1080, 1 mm away',
    status: '200',
    file: npy('<u2', 1080, 1920),
    fields: INLINE,
    long: true,
  },
  {
    name: 'noise that is no file',
    status: '422 HOLOGRAM_UNSUPPORTED',
    file: Uint8Array.from({ length: 64e6 }, (_, i) => (i * i) >> 3),
    fields: INLINE,
  },
  {
    name: 'in-line, 1920 × 1080, 20 mm away',
    status: '200',
    file: npy('<u2', 1080, 1920),
    fields: FAR,
    long: true,
  },
  {
    name: 'the same, and off-axis files of 64 MB beside it',
    status: '200',
    file: npy('<u2', 1080, 1920),
    fields: FAR,
    long: true,
    also: { file: npy('<f4', 4000, 4000), fields: OFF_AXIS },
  },
  {
    name: 'eight exposures in-line, 1920 × 1080, 5 mm away and more',
    status: '422 FRAME_TOO_LARGE',
    file: npy('<u2', 1080, 1920, 8),
    fields: { ...INLINE, z_mm: undefined, stack_z_mm: '5,5.2,5.4,5.6,5.8,6,6.2,6.4' },
  },
  {
    name: 'two exposures in-line, 4.4 and 4.6 mm away, about the most that is taken on, and off-axis files of 64 MB beside them',
    status: '200',
    file: npy('<u2', 1080, 1920, 2),
    fields: { ...INLINE, z_mm: undefined, stack_z_mm: '4.4,4.6' },
    long: true,
    also: { file: npy('<f4', 4000, 4000), fields: OFF_AXIS },
  },
];

const { MEMORY_BUDGET_BYTES } = process.env;
const home = group === null ? null : enter(group);
const server = await startLeith({
  ...{ WORKERS: '2', PUBLIC_RECONSTRUCT_PER_HOUR: '1000000', QUEUE_LIMIT: '32', RUN_TIMEOUT_S: '3600' },
  ...(MEMORY_BUDGET_BYTES !== undefined && { MEMORY_BUDGET_BYTES }),
});
if (home !== null) writeFileSync(join(home, 'cgroup.procs'), String(process.pid));
let kept = 0;
const sampler =
  group === null ? undefined : setInterval(() => (kept = Math.max(kept, keptBytes(group))), OFTEN_MS);
try {
  const also = group === null ? ['', ''] : [' that can’t be given back |', '---|'];
  console.log(
    `| what 12 clients send at once | answers | most memory so far, MB |${also[0]}\n|---|---|---|${also[1]}`,
  );
  for (const attack of only.length > 0 ? only.map((k) => attacks[k - 1]!) : attacks) {
    const answers = new Map<string, number>();
    for (let round = 0; round < (attack.long ? 1 : ROUNDS); round++) {
      const hangUp = new AbortController();
      let computed = 0;
      const sent = Array.from({ length: CLIENTS }, async (_, i) => {
        const beside = i % 2 === 1 && attack.also;
        const answer = await send(server, { ...attack, ...beside }, hangUp.signal);
        if (answer === attack.status && attack.long && !beside && ++computed >= enough) hangUp.abort();
        return answer;
      });
      for (const answer of await Promise.all(sent)) answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
    const said = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
    console.log(`| ${attack.name} | ${said} | ${peakMegabytes(server.pid).toFixed(0)} |${heldUp()}`);
    const others = [...answers.keys()].filter((answer) => ![attack.status, BUSY, HUNG_UP].includes(answer));
    if (others.length > 0) throw new Error(`${attack.name} was answered ${others.join(', ')}`);
  }
  if (group !== null) {
    const failures = readFileSync(join(group, 'memory.failcnt'), 'utf8').trim();
    console.log(
      `\nUnder a limit of 1 GB: ${(kept / 1e6).toFixed(0)} MB at most could not be given back, the limit was met ${failures} times, and the service lives.`,
    );
  }
} finally {
  clearInterval(sampler);
  if (existsSync(`/proc/${server.pid}`)) await server.stop();
}

/** So far, MB that can't be given back. */
function heldUp(): string {
  return group === null ? '' : ` ${(kept / 1e6).toFixed(0)} |`;
}

/** What a group takes beside copies of files: its processes' own memory, what is still to be written, and the system's for it. */
function keptBytes(folder: string): number {
  const stat = readFileSync(join(folder, 'memory.stat'), 'utf8');
  const of = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)![1]);
  return (
    of('rss') +
    of('dirty') +
    of('writeback') +
    Number(readFileSync(join(folder, 'memory.kmem.usage_in_bytes'), 'utf8'))
  );
}

/**
 * What is started from now on lies in this group with all that it takes. (Moved there later, it would not count what it has
 * by then.) @returns the group that this process came from
 */
function enter(folder: string): string {
  const own = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))![1]!;
  writeFileSync(join(folder, 'memory.limit_in_bytes'), String(LIMIT_BYTES));
  writeFileSync(join(folder, 'cgroup.procs'), String(process.pid));
  return join('/sys/fs/cgroup/memory', own);
}

async function send(
  { url }: ServerProcess,
  { file, fields, slow }: Attack,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.set('hologram', new Blob([file as BlobPart]), 'frame');
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type')!;
  try {
    const sent = httpRequest(`${url}/public/reconstruct`, {
      method: 'POST',
      headers: { 'content-type': type },
      signal,
    });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    // who is refused before all is sent is not heard any more
    const ended = Promise.race([answered, once(sent, 'close')]).then(
      () => true,
      () => true,
    );
    for await (const piece of encoded.body!) {
      if (sent.write(piece)) continue;
      if (await Promise.race([once(sent, 'drain').then(() => false), ended])) break;
    }
    sent.end();
    const [answer] = await answered;
    if (slow) await sleep(3000);
    if (answer.statusCode === 422) return `422 ${((await json(answer)) as { code: string }).code}`;
    answer.resume();
    await once(answer, 'end');
    return String(answer.statusCode);
  } catch (error) {
    return signal.aborted ? HUNG_UP : ((error as NodeJS.ErrnoException).code ?? 'no answer');
  }
}

/** Of resident memory since the start, with all threads. @throws Error where the service was killed */
function peakMegabytes(pid: number): number {
  const path = `/proc/${pid}/status`;
  const peak = existsSync(path) ? /VmHWM:\s+(\d+)/.exec(readFileSync(path, 'utf8')) : null;
  if (!peak) throw new Error('the service was killed');
  return Number(peak[1]) / 1000;
}

/** Fringes. */
function npy(dtype: '|u1' | '<u2' | '<f4', rows: number, cols: number, frames = 1): Uint8Array {
  const kinds = { '|u1': Uint8Array, '<u2': Uint16Array, '<f4': Float32Array } as const;
  const samples = new kinds[dtype](frames * rows * cols);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = 120 + 100 * Math.cos(2 * Math.PI * (0.2 * (i % cols) + 0.15 * Math.floor(i / cols)));
  }
  const text = `{'descr': '${dtype}', 'fortran_order': False, 'shape': (${frames > 1 ? `${frames}, ` : ''}${rows}, ${cols}), }`;
  const head = `${text.padEnd(117)}\n`;
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, head.length & 255, head.length >> 8]);
  return Buffer.concat([start, Buffer.from(head), Buffer.from(samples.buffer)]);
}

/** Grey, 16 bits, all zero: @param bytes that it unpacks to; those that it has room for by default */
function png(side: number, bytes = side * (2 * side + 1)): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const whole = Buffer.alloc(data.length + 12);
    whole.writeUInt32BE(data.length);
    whole.write(type, 4, 'latin1');
    whole.set(data, 8);
    whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
    return whole;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  header.set([16, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(bytes), { level: 9 });
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}
