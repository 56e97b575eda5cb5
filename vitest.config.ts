import { existsSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProvidedContext } from 'vitest';
import { defineConfig } from 'vitest/config';
import { further, furtherFiles } from './test/further.ts';
import { WaitsFirst } from './test/waits-first.ts';

/** Far more than a quiet machine needs: a test that is slow is no fault, one that never ends is. */
export const patient = (seconds: number) => ({
  ...{ testTimeout: seconds * 1000, hookTimeout: seconds * 1000 },
  expect: { poll: { timeout: seconds * 500 } },
});
/** A process runs file after file and keeps what it has loaded, above all the kernels. No threads: in one, geotiff takes itself for a worker. */
export const shared = {
  ...({ pool: 'forks', isolate: false } as const),
  // V8 looks for dead memory less often: a fifteenth less time, and 4 to 10 % less where the young generation need not grow first
  execArgv: ['--heap-growing-percent=200', '--max-semi-space-size=64', '--min-semi-space-size=64'],
  // Node loads the files itself, as it does in the service: a sixth less time than through Vite
  experimental: { viteModuleRunner: false },
};
export const whole = {
  tags: further,
  // two cores are what CI has; the others fill what is waited for: servers, browsers, clocks (a twentieth less time than three processes)
  maxWorkers: 4,
  globalSetup: 'test/backends/lend-servers.ts',
  sequence: { sequencer: WaitsFirst },
  teardownTimeout: 120_000,
} as const;
export const page = 'test/contract/page-*.test.ts';
/** What takes long, before a release: vitest.long.config.ts. */
export const long = '**/*.long.test.ts';
// what Node makes of TypeScript is kept, for the processes of the tests and for the threads that these start
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/leith-compiled', import.meta.url),
);

// what tests write lies in memory where there is room for all of it: none of it has to outlast the machine, and files on a disk
// take a sixth more processor time
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;
if (process.env.TMPDIR === undefined && existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize > ROOM_BYTES) process.env.TMPDIR = MEMORY;
}

const testsWith = (folder: string, words: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path}`)
    .filter((path) => words.test(readFileSync(path, 'utf8')));
/** Those that replace a module, which other files use as it is: each has a process of its own. */
export const mocks = testsWith('src', /vi\.mock\(/);
const core =
  'reconstruct|reconstruct-(inline|off-axis)|calibrate|retrieve|autofocus-inline|start-(sequence|inline)';
/** What calls these in another layer, in another thread or for several tests. */
const around =
  'perform-reconstruction|sequence-worker|worker\\.fixture|choose-twin\\.fixture|solved-disks\\.fixture|second-opinion|retrieve-aside';
/** Those that go through a whole reconstruction or calibration: more than half of what the tests in `src` cost. */
export const rigs = testsWith('src', new RegExp(`/(${core}|${around})\\.ts'`));
/** What goes through more than the code that it is about, and is not further: recordings, frames that are made anew. */
export const roundabout = ['test/{recordings,examples}.test.ts'];
/** Of `npm run test:further` alone: they have a project of their own, so that `npm test` does not even load them. */
export const wholly = furtherFiles(['src', 'test']).wholly;
/** Those that go through more before a release. */
export const shortForms = [...testsWith('src', /\/short-form\.ts/), ...testsWith('test', /\/short-form\.ts/)];

type Provided = Partial<ProvidedContext>;
/** The tests of the whole tree, without some. */
export const architecture = (without: readonly string[], provide: Provided) => ({
  test: {
    ...{ name: 'architecture', include: ['test/*.test.ts'], exclude: [...without, ...wholly, long], provide },
    ...{ ...shared, ...patient(120) },
  },
});
/** Those beside their file that go through no whole rig, without some. */
export const unit = (without: readonly string[], provide: Provided) => [
  {
    test: {
      ...{
        name: 'unit',
        include: ['src/**/*.test.ts'],
        exclude: [...mocks, ...rigs, ...without, ...wholly, long],
        provide,
      },
      ...{ ...shared, ...patient(120) },
    },
  },
  { test: { name: 'unit-mocks', include: mocks, provide, ...patient(120) } },
];

/** What `npm test` leaves out. */
export const furtherOf = (include: string[]) => ({
  test: {
    ...{ name: 'further', include },
    provide: { page_widths: [400], thorough: false, service_kills: 2 },
    ...{ ...shared, ...patient(1800) },
  },
});

/**
 * Unit tests sit beside their file; `test/` holds what is about the whole tree or needs a running server. Here are all but
 * the long ones, so `npx vitest run` takes any file with all of its cases. `npm test` leaves out what test/further.ts says
 * (vitest.further.config.ts), and `npm run verify` more (vitest.quick.config.ts).
 */
export default defineConfig({
  test: {
    ...whole,
    projects: [
      architecture([], { thorough: false }),
      // whole services wait for leases and clocks, and whole rigs keep the cores busy meanwhile: longest first, both together
      {
        test: {
          name: 'big',
          include: ['test/contract/**/*.test.ts', 'test/faults/**/*.test.ts', ...rigs],
          exclude: [page, ...wholly, long],
          provide: { thorough: false, service_kills: 2 },
          ...{ ...shared, ...patient(300) },
        },
      },
      // a browser beside a service on a busy machine: what these tests wait for ends them, not a clock
      {
        test: {
          name: 'page',
          include: [page],
          exclude: [...wholly],
          provide: { page_widths: [400], thorough: false },
          ...{ ...shared, ...patient(1800) },
        },
      },
      ...unit([], { thorough: false }),
      furtherOf(wholly),
    ],
  },
});
