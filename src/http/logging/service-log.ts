import pino, { type Logger } from 'pino';

/** What is waiting may grow so large where nobody reads the output, bytes; then lines are left out. */
const MOST_WAITING = 8 * 1024 * 1024;

/** The log of the service: JSON lines on standard output, from which secrets are kept away. */
export function serviceLog(level: string): Logger {
  // by default a line waits until somebody reads it, and all requests with it
  const output = pino.destination({ dest: 1, sync: false, maxLength: MOST_WAITING });
  return pino({ level, hooks: { streamWrite: withoutSecrets } }, output);
}

/** Requests are logged without their headers. Should somebody log them all the same, these stay out. */
const SECRET_FIELDS = /"(authorization|idempotency-key|cookie)":"(?:[^"\\]|\\.)*"/gi;
/** A key that somebody put into an address or a field where it does not belong is logged without its secret. */
const KEYS = /(leith_key_[0-9a-z]{1,36})_[0-9a-f]+/gi;

/** In the line as it is written: looking for them in the fields costs every request, also where no line is written. */
export function withoutSecrets(line: string): string {
  return line.replaceAll(SECRET_FIELDS, '"$1":"[Redacted]"').replaceAll(KEYS, '$1_…');
}
