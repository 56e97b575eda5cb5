import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { limits } from '../core/limits/limits.ts';

const MIB = 1024 * 1024;
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Every environment variable the service reads: its check, its default and what it means. */
export const variables = {
  PORT: whole(0, 65535).default(8080).describe('TCP port; 0: any that is free'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on; 0.0.0.0: every one'),
  DATA_DIR: z.string().min(1).default('./data').describe('folder for everything that is kept'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('where clients reach the service, e.g. https://leith.example.org; makes links absolute'),
  TRUST_PROXY: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true behind a reverse proxy: believe its X-Forwarded-For'),
  WORKERS: whole(1, 256)
    .default(availableParallelism())
    .describe('reconstructions computed at the same time; default: one per core'),
  QUEUE_LIMIT: whole(0, 10_000)
    .default(32)
    .describe('reconstructions that may wait; beyond this 503 is answered'),
  RUN_TIMEOUT_S: whole(1, 3600).default(120).describe('seconds after which a reconstruction is given up'),
  MAX_UPLOAD_BYTES: whole(1024, 1024 * MIB)
    .default(limits.upload_bytes.max)
    .describe('largest file of an upload, bytes'),
  MEMORY_BUDGET_BYTES: whole(1024, 1024 * 1024 * MIB)
    .default(512 * MIB)
    .describe('uploads and unsent results of all requests together; beyond this 503 is answered'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('least level that is logged, as JSON lines on standard output'),
};

const schema = z.object(variables);

export type Config = z.infer<typeof schema>;

/** The configuration, or everything that is wrong with the environment, a line each. */
export function readConfig(environment: NodeJS.ProcessEnv): Config | { readonly problems: string[] } {
  const set = Object.keys(variables).flatMap((name) => {
    const value = environment[name];
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  const result = schema.safeParse(Object.fromEntries(set));
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${name} is ${JSON.stringify(environment[name])}: ${message}`;
  });
  return { problems };
}

/** The table of variables for people: name, default, meaning. */
export function describeConfig(): string {
  const rows = Object.entries(variables).map(([name, variable]) => {
    const result = variable.safeParse(undefined);
    const initial = result.success && result.data !== undefined ? String(result.data) : '(not set)';
    return { name, initial, description: variable.description ?? '' };
  });
  const width = (column: 'name' | 'initial') => Math.max(...rows.map((row) => row[column].length));
  return rows
    .map((row) =>
      `  ${row.name.padEnd(width('name'))}  ${row.initial.padEnd(width('initial'))}  ${row.description}`.trimEnd(),
    )
    .join('\n');
}
