/** What the files of a layer may import: other layers, and modules from outside the repository (`*` at the end: any). */
export interface Layer {
  readonly layers: readonly string[];
  readonly modules: readonly string[];
  /** If given, all that may come from core and formats, apart from types: no mathematics, no reading of files. */
  readonly words?: readonly string[];
}

/** What every layer speaks of: what was asked for, what is allowed, what went wrong. */
const WORDS = [
  ...['src/core/recipe/', 'src/core/limits/', 'src/core/problem/', 'src/core/workflow-fit/'],
  'src/core/calibrate-request/',
];

/** `start → http · cli · adapters → services → formats → core → kernels`, `web → core, formats`. */
export const layers: Readonly<Record<string, Layer>> = {
  core: { layers: ['core'], modules: [] },
  formats: { layers: ['core', 'formats'], modules: [] },
  services: {
    layers: ['core', 'formats', 'services'],
    // Kysely’s builder is the language in which services ask; which database answers is the adapter’s business
    modules: ['node:crypto', 'node:perf_hooks', 'node:stream', 'kysely'],
  },
  adapters: {
    layers: ['core', 'formats', 'services', 'adapters'],
    modules: [
      'node:*',
      'piscina',
      'kysely',
      'better-sqlite3',
      'pg',
      'pg-boss',
      '@aws-sdk/client-s3',
      '@opentelemetry/api',
      '@opentelemetry/exporter-metrics-otlp-http',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-metrics',
      '@opentelemetry/sdk-trace',
      '@node-rs/argon2',
      'jose',
    ],
  },
  http: {
    layers: ['core', 'formats', 'services', 'http'],
    modules: [
      'node:*',
      'fastify',
      '@fastify/*',
      'fastify-type-provider-zod',
      'zod',
      'prom-client',
      'pino',
      'negotiator',
    ],
    words: [...WORDS, 'src/formats/report/evidence-report.ts'],
  },
  cli: { layers: ['core', 'formats', 'services', 'cli'], modules: ['node:*'], words: WORDS },
  web: {
    layers: ['core', 'formats', 'web'],
    modules: [
      ...['preact', 'preact/hooks', 'zod', 'fflate', 'fzstd', 'three', 'uplot', 'uplot/dist/uPlot.min.css'],
      '@noble/hashes/sha2.js',
      // h5wasm as vite.config.ts takes it apart
      'virtual:hdf5',
    ],
  },
  start: {
    layers: ['core', 'formats', 'services', 'adapters', 'http', 'cli', 'start'],
    modules: ['node:*', 'fastify', 'zod', 'close-with-grace', 'vite'],
  },
};

/** An import that the rules above forbid, and why this one file has it all the same. */
export interface Exception {
  readonly file: string;
  /** a module, a path, or a folder with a slash at its end */
  readonly imports: string;
  readonly reason: string;
}

const SIMULATION =
  'a simulation stores nothing and asks nobody: between the options and core there is no work for a service';

export const exceptions: readonly Exception[] = [
  {
    file: 'src/core/recipe/recipe.ts',
    imports: 'zod',
    reason:
      'the recipe is checked where it is defined, for HTTP, command line and browser alike; zod is plain JavaScript',
  },
  {
    file: 'src/core/workflow-fit/request.ts',
    imports: 'zod',
    reason: 'the same: type, check and the description in the API document come from one definition',
  },
  {
    file: 'src/core/calibrate-request/parse-calibration.ts',
    imports: 'zod',
    reason: 'as the recipe: checked where it is defined, for HTTP and command line alike',
  },
  {
    file: 'src/core/calibrate-request/parse-profile.ts',
    imports: 'zod',
    reason: 'the same: a profile from a file is checked against what a reconstruction needs of one',
  },
  {
    file: 'src/formats/report/evidence-report.ts',
    imports: 'zod',
    reason: 'the type, the check and the published JSON Schema of the report come from one definition',
  },
  {
    file: 'src/formats/decode/image/sharp-pixels.ts',
    imports: 'sharp',
    reason: 'decodes PNG and JPEG; behind this one file',
  },
  {
    file: 'src/formats/encode/frame.ts',
    imports: 'sharp',
    reason: 'writes 8- and 16-bit PNG of simulated frames',
  },
  {
    file: 'src/formats/decode/array/hdf5-module.ts',
    imports: 'h5wasm',
    reason: 'reads HDF5; behind this one file',
  },
  {
    file: 'src/formats/decode/array/hdf5-module.ts',
    imports: '?',
    reason: 'loads the inner module of h5wasm, which its package does not export, to bound its memory',
  },
  {
    file: 'src/formats/encode/npz.ts',
    imports: 'yazl',
    reason: 'the ZIP around the arrays of a simulated truth',
  },
  { file: 'src/formats/encode/npz.ts', imports: 'node:buffer', reason: 'yazl takes and gives Buffers' },
  {
    file: 'src/formats/decode/samples/inflate.ts',
    imports: 'node:zlib',
    reason:
      'inflate with a bound on its output; the only file that a browser build has to replace for reading',
  },
  {
    file: 'src/formats/package/digests.ts',
    imports: 'node:crypto',
    reason: 'SHA-256 of 30 MB without waiting: the browser has it only as a promise',
  },
  { file: 'src/formats/package/digests.ts', imports: 'node:zlib', reason: 'CRC-32 at the speed of memory' },
  { file: 'src/formats/package/dsse.ts', imports: 'node:buffer', reason: 'base64 of the signed statement' },
  {
    file: 'src/formats/timestamp/timestamp-token.ts',
    imports: 'pkijs',
    reason: 'certificates and signatures of timestamps (CMS), here and in the page; behind this one file',
  },
  {
    file: 'src/formats/timestamp/timestamp-token.ts',
    imports: 'asn1js',
    reason: 'the numbers and texts that they are made of',
  },
  {
    file: 'src/formats/report/report-page.ts',
    imports: 'node:buffer',
    reason: 'base64 of the embedded pictures',
  },
  {
    file: 'src/formats/report/report-page.ts',
    imports: 'node:crypto',
    reason: 'the digest of the style in the page’s own content security policy, in base64',
  },
  {
    file: 'src/formats/report/build-schema.ts',
    imports: 'node:fs',
    reason: 'a script for developers that writes the JSON Schema beside it',
  },
  {
    file: 'src/services/archive/package-reader.ts',
    imports: 'yauzl',
    reason: 'reads a ZIP through whatever reads the archive, in parts; behind this one file',
  },
  {
    file: 'src/services/feedback/national-numbers.ts',
    imports: 'libphonenumber-js/max',
    reason: 'how phone numbers of every country are written: a table without input or output',
  },
  {
    file: 'src/services/feedback/written-shapes.ts',
    imports: 'libphonenumber-js/max',
    reason: 'the same, looked through by the groups of digits',
  },
  {
    file: 'src/cli/load-kernels.ts',
    imports: 'src/core/kernel/kernels.ts',
    reason: 'commands run on kernels of their own, in this very thread',
  },
  {
    file: 'src/cli/order-follower.ts',
    imports: 'src/core/kernel/follow-orders.ts',
    reason: 'the whole of what the second thread of a computation does, beside those kernels',
  },
  { file: 'src/cli/commands/simulate.ts', imports: 'src/core/simulate/', reason: SIMULATION },
  {
    file: 'src/cli/commands/simulate.ts',
    imports: 'src/core/uncertainty/phase-limits.ts',
    reason: SIMULATION,
  },
  { file: 'src/cli/commands/simulate.ts', imports: 'src/formats/encode/', reason: SIMULATION },
  { file: 'src/cli/commands/simulate-options.ts', imports: 'src/core/simulate/', reason: SIMULATION },
];
