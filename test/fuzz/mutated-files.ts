/**
 * `node test/fuzz/mutated-files.ts --count 20000 --seed 1`: reads so many mutated files of every format, each as one frame,
 * as one channel of a frame and as a stack, and sends every tenth (`--http 10`) to a service that runs beside. Anything but
 * a frame or a refusal is a fault, and so is an answer of 500 and more or whatever takes over 5 s. Memory is printed, and
 * what the service still gains after the first thousand requests is a fault too, where it is more than `GAINED_MB`.
 * `--from` begins later in the sequence. Files that were a fault are kept in the folder of `--keep`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../src/core/simulate/random.ts';
import { startService } from '../contract/running-service.ts';
import { mutate, type MutatedFile } from './mutate.ts';
import { FileReader, MOST_MS } from './read-files.ts';
import { sendMutated } from './send-mutated.ts';
import { soundFiles } from './sound-files.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { count: text, seed: text, from: text, http: text, keep: text } });
const { count = '20000', seed = '1', from = '0', http = '10', keep = 'coverage/mutated-files' } = values;

/** What depends on when garbage was last collected. */
const GAINED_MB = 100;
const REQUESTS_BEFORE = 1000;

const [first, last] = [Number(from), Number(from) + Number(count)];
const files = await soundFiles();
const random = Random.from(Number(seed));
const service = await startService({
  PUBLIC_RECONSTRUCT_PER_HOUR: '1000000',
  WORKERS: '1',
  DECODE_TIMEOUT_S: '5',
});
const outcomes = new Map<string, number>();
let [faults, slowest] = [0, 0];

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) >> 10;
const memory = () => `reader ${residentMb(process.pid)} MB, service ${residentMb(service.pid)} MB`;
const settled: number[] = [];

function note(k: number, file: MutatedFile, outcome: string, ms: number, fault: boolean): void {
  for (const word of fault ? ['FAULT'] : outcome.split(' '))
    outcomes.set(word, (outcomes.get(word) ?? 0) + 1);
  slowest = Math.max(slowest, ms);
  if (!fault && ms <= MOST_MS) return;
  faults += 1;
  mkdirSync(keep, { recursive: true });
  const path = join(keep, `${seed}-${k}-${file.name.replaceAll('/', '-')}`);
  writeFileSync(path, file.bytes);
  console.log(`${k} ${file.name}, ${file.done}: ${outcome} after ${Math.round(ms)} ms, kept as ${path}`);
}

{
  await using reader = new FileReader();
  // what is loaded once is no growth
  for (const { bytes } of files) await reader.read(bytes);
  await sendMutated(service.url, { name: 'sound', done: '', bytes: files[0]!.bytes }, random);
  console.log(`${files.length} sound files; before: ${memory()}`);
  for (let k = 0; k < last; k++) {
    const file = mutate(files, random);
    if (k < first) continue;
    const { outcome, fault, ms } = await reader.read(file.bytes);
    note(k, file, outcome, ms, fault);
    if (k % Number(http) === 0) {
      const sent = await sendMutated(service.url, file, Random.from(k));
      note(k, file, sent.outcome, sent.ms, sent.status >= 500);
    }
    if ((k + 1 - first) % 500 !== 0) continue;
    console.log(`${k + 1}: ${memory()}`);
    if ((k + 1 - first) / Number(http) >= REQUESTS_BEFORE) settled.push(residentMb(service.pid));
  }
  console.log(`after: ${memory()}; the slowest took ${Math.round(slowest)} ms`);
}
console.log(
  [...outcomes]
    .sort(([, a], [, b]) => b - a)
    .map(([word, times]) => `${word} ${times}`)
    .join(', '),
);
const gained = Math.max(...settled) - (settled[0] ?? 0);
if (gained > GAINED_MB) {
  faults += 1;
  console.log(`the service gained ${gained} MB after its first ${REQUESTS_BEFORE} requests`);
}
console.log(`${last - first} files from ${first} of seed ${seed}, ${faults} faults`);
await service.stop();
process.exitCode = faults === 0 ? 0 : 1;
