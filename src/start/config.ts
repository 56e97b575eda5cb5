import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseS3Url, type S3Location } from '../adapters/blobs-s3/s3-location.ts';
import { limits } from '../core/limits/limits.ts';

const MIB = 1024 * 1024;
function whole(min: number, max: number) {
  const error = `a whole number from ${min} to ${max} is needed`;
  return z.coerce.number(error).refine((n) => Number.isInteger(n) && n >= min && n <= max, error);
}
const oneOf = <Of extends string>(all: readonly Of[]) => z.enum(all, `one of ${all.join(', ')} is needed`);
const webAddress = z.url({ protocol: /^https?$/, error: 'an address such as https://example.org is needed' });

/** Every environment variable the service reads: its check, its default and what it means. */
export const variables = {
  PORT: whole(0, 65535).default(8080).describe('TCP port; 0: any that is free'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on; 0.0.0.0: every one'),
  DATA_DIR: z.string().min(1).default('./data').describe('folder for everything that is kept'),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'must be an address such as postgres://user:password@host:5432/database')
    .optional()
    .describe('PostgreSQL database, postgres://…; not set: SQLite in the file leith.db in DATA_DIR'),
  DATABASE_TIMEOUT_S: whole(1, 3600)
    .default(8)
    .describe('with DATABASE_URL: seconds after which a query is given up, and the request gets 503'),
  ARCHIVE_URL: z
    .string()
    .transform(s3Location)
    .optional()
    .describe(
      'S3 store for packages, s3://bucket/prefix?endpoint=https://…&region=…, with AWS_ACCESS_KEY_ID and ' +
        'AWS_SECRET_ACCESS_KEY; not set: files in DATA_DIR',
    ),
  REMOTE_ARCHIVE_URL: z
    .string()
    .min(1)
    .transform((value, context) => (value.includes('://') ? s3Location(value, context) : value))
    .optional()
    .describe(
      'separate storage host that every package is copied to: s3://… as ARCHIVE_URL, or a folder on another disk that exists; not set: none',
    ),
  REMOTE_ARCHIVE_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('account of the S3 store of REMOTE_ARCHIVE_URL; not set: AWS_ACCESS_KEY_ID'),
  REMOTE_ARCHIVE_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .describe('its secret; not set: AWS_SECRET_ACCESS_KEY'),
  SIGNING_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'private Ed25519 key that packages are signed with, PKCS #8 in PEM; made where there is none; not set: signing-key.pem in DATA_DIR',
    ),
  TIMESTAMP_URL: webAddress
    .optional()
    .describe(
      'authority that is asked when a package was signed (RFC 3161 over HTTP, may hold user:password@); with TIMESTAMP_CERTIFICATE_FILE; not set: none',
    ),
  TIMESTAMP_CERTIFICATE_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('certificates that this authority signs with, PEM: no other answer is taken'),
  BASE_URL: webAddress
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('where clients reach the service, e.g. https://leith.example.org; makes links absolute'),
  TRUST_PROXY: z
    .string()
    .default('false')
    .refine(isTrustList, 'must be true, false, or addresses and networks separated by commas')
    .describe(
      'proxies whose X-Forwarded-For is believed: addresses or networks such as 10.0.0.0/8,::1; true: whoever connects',
    ),
  WORKERS: whole(1, 256)
    .default(availableParallelism())
    .describe('reconstructions computed at the same time; default: one per core'),
  INLINE_AT_ONCE: whole(1, 256)
    .optional()
    .describe(
      'in-line frames among these, whose retrieval takes up to 630 MB; not set: as many as the memory of the machine, or of its control group, has room for',
    ),
  QUEUE_LIMIT: whole(0, 10_000)
    .default(32)
    .describe('reconstructions that may wait; beyond this 503 is answered'),
  RUN_ATTEMPTS: whole(1, 1000)
    .default(3)
    .describe(
      'how often an accepted run is begun that a thread dies of, before it fails; that the whole process dies does not count, but for 20 times',
    ),
  RUN_WORKERS_IN_SERVER: oneOf(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true')
    .describe('with DATABASE_URL, false: accepted runs are left to leith worker processes'),
  RUN_TIMEOUT_S: whole(1, 3600)
    .default(300)
    .describe(
      'seconds of its thread’s processor time after which a reconstruction or a calibration is given up, and the request gets 422 (ten times as many by the clock, for one that waits for ever); by the clock, what waits for a thread gets 503 then; a recorded chart of a megapixel took 102 to calibrate; a calibration that was accepted as a run has them for each of its frames',
    ),
  DECODE_TIMEOUT_S: whole(1, 3600)
    .default(20)
    .describe('seconds of these after which reading a file is given up, as those made for the purpose take'),
  MAX_UPLOAD_BYTES: whole(1024, 1024 * MIB)
    .default(limits.upload_bytes.max)
    .describe('largest file of an upload, bytes'),
  MEMORY_BUDGET_BYTES: whole(1024, 1024 * 1024 * MIB)
    .optional()
    .describe('uploads and unsent results together; beyond: 503; not set: 320 MiB, less in scarce memory'),
  MAX_CONNECTIONS: whole(8, 1_000_000)
    .default(2000)
    .describe(
      'connections held at the same time, of one address as many as it leaves to others; no more than half of the files that the process may open',
    ),
  WORKFLOW_FIT_PER_HOUR: whole(1, 1_000_000)
    .default(60)
    .describe('fit checks answered per client address and hour'),
  PUBLIC_RECONSTRUCT_PER_HOUR: whole(1, 1_000_000)
    .default(600)
    .describe('reconstructions without an account answered per client address and hour'),
  PUBLIC_READS_PER_MINUTE: whole(1, 1_000_000)
    .default(1200)
    .describe(
      'requests for targets, account-free packages and runs answered per client address and minute; each server counts for itself',
    ),
  SIGNUP_PER_HOUR: whole(1, 1_000_000).default(100).describe('signups answered per client address and hour'),
  LOGIN_PER_HOUR: whole(1, 1_000_000)
    .default(200)
    .describe('logins answered per client address and hour; beyond this one every 5 s'),
  LOGIN_PER_EMAIL_PER_HOUR: whole(1, 1_000_000)
    .default(50)
    .describe('wrong passwords answered at once per address, email address and hour; then one every 2 s'),
  ACCOUNT_REQUESTS_PER_MINUTE: whole(1, 1_000_000)
    .default(6000)
    .describe('requests with a key answered per account and minute; each server counts for itself'),
  API_KEYS_PER_HOUR: whole(1, 1_000_000).default(120).describe('API keys made per account and hour'),
  RECORDS_PER_HOUR: whole(1, 1_000_000).default(300).describe('comments, deletions per account and hour'),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(',').flatMap((origin) => origin.trim() || []))
    .refine((origins) => origins.every(isOrigin), 'must be * or origins such as https://lab.example.org')
    .describe(
      'whose pages may use the API from a browser: origins separated by commas, * for everybody; empty: nobody’s',
    ),
  REQUEST_TIMEOUT_S: whole(1, 24 * 3600)
    .default(900)
    .describe('seconds within which a whole request has to be there'),
  CLIENT_TIMEOUT_S: whole(1, 3600)
    .default(30)
    .describe(
      'seconds within which headers have to be there, over which a body must bring 1 KiB per second on average, and after which a client that takes nothing of its answer is cut off',
    ),
  SHUTDOWN_GRACE_S: whole(0, 3600)
    .default(25)
    .describe('seconds that requests which have begun are given when the service is asked to end'),
  RUNS_KEPT_DAYS: whole(1, 36_500)
    .default(30)
    .describe('days after its end for which a run can be asked about; its result stays'),
  SEQUENCES_KEPT_DAYS: whole(1, 36_500)
    .default(7)
    .describe(
      'days after its last frame for which a sequence that nobody has started is kept; then its frames are deleted',
    ),
  PUBLIC_RESULTS_DAYS: whole(1, 36_500)
    .optional()
    .describe('days for which results without an account are kept; not set: nothing expires'),
  PUBLIC_RESULTS_BYTES: whole(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe(
      'bytes that packages without an account may take together, beyond which the oldest are deleted; not set: as many as there is room for',
    ),
  ACCOUNTS_DISK_PERCENT: whole(0, 100)
    .default(5)
    .describe(
      'share of the disk of DATA_DIR that only accounts may fill: with less free, requests without one get 503',
    ),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an address such as https://login.example.org, without query')
    .optional()
    .describe(
      'provider of OpenID Connect that people may sign in with, as it names itself; with OIDC_CLIENT_ID and BASE_URL; not set: none',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('how the provider calls this service, whose redirect address is BASE_URL/openid'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('its secret there; not set: a public client'),
  OIDC_NAME: z
    .string()
    .max(60)
    .default('your organisation')
    .describe('how the page names the provider: “Sign in with …”'),
  WORKER_PORT: whole(0, 65535)
    .optional()
    .describe('port on which leith worker answers /healthz and /metrics, at HOST; not set: none'),
  SUPPORT_EMAIL: z
    .email('an email address such as help@example.org is needed')
    .optional()
    .describe('where the page sends people with questions, and who want a result deleted; not set: nowhere'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('least level that is logged, as JSON lines on standard output'),
};

function isPostgresUrl(value: string): boolean {
  return URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol);
}

/** Without TLS only on this machine. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username } = new URL(value);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return `${search}${hash}${username}` === '' && (protocol === 'https:' || (protocol === 'http:' && local));
}

function s3Location(value: string, context: z.RefinementCtx): S3Location {
  try {
    return parseS3Url(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
}

/** As browsers write it: scheme, host and port, nothing after them. */
function isOrigin(value: string): boolean {
  if (value === '*') return true;
  return /^https?:\/\/[^*]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

/** What `trustedProxies` takes. */
function isTrustList(value: string): boolean {
  if (value === 'true' || value === 'false') return true;
  return value.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    return (
      version > 0 && rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
    );
  });
}

const SECRET: ReadonlySet<string> = new Set([
  ...['DATABASE_URL', 'ARCHIVE_URL', 'REMOTE_ARCHIVE_URL'],
  ...['REMOTE_ARCHIVE_ACCESS_KEY_ID', 'REMOTE_ARCHIVE_SECRET_ACCESS_KEY', 'TIMESTAMP_URL'],
  'OIDC_CLIENT_SECRET',
]);
/** One half alone would let the other come from the store of the originals, or take the word of anybody. */
const PAIRS = [
  ['REMOTE_ARCHIVE_ACCESS_KEY_ID', 'REMOTE_ARCHIVE_SECRET_ACCESS_KEY'],
  ['TIMESTAMP_URL', 'TIMESTAMP_CERTIFICATE_FILE'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
] as const;

const schema = z.object(variables).superRefine((config, context) => {
  for (const pair of PAIRS) {
    const missing = pair.filter((name) => config[name] === undefined);
    if (missing.length !== 1) continue;
    const message = `is set without ${missing[0]}`;
    context.addIssue({ code: 'custom', path: [pair.find((name) => name !== missing[0])!], message });
  }
  if (config.OIDC_ISSUER !== undefined && config.BASE_URL === undefined)
    context.addIssue({ code: 'custom', path: ['OIDC_ISSUER'], message: 'is set without BASE_URL' });
});

export type Config = z.infer<typeof schema>;

export function signingKeyFile({ SIGNING_KEY_FILE, DATA_DIR }: Config): string {
  return SIGNING_KEY_FILE ?? join(DATA_DIR, 'signing-key.pem');
}

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
    // an address can hold a password, and this line gets into logs
    const value = SECRET.has(name) ? 'not valid' : JSON.stringify(environment[name]);
    return `${name} is ${value}: ${message}`;
  });
  return { problems };
}
