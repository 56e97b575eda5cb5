import { randomBytes } from 'node:crypto';
import { hash, hashRaw, verify, type Options } from '@node-rs/argon2';
import { Overloaded } from '../../services/ports/overloaded.ts';
import type { Passwords } from '../../services/ports/passwords.ts';

/** argon2id version 19 with what OWASP's password storage cheat sheet asks for at least: 19 MiB, 2 passes. */
const PARAMETERS: Options = { algorithm: 2, version: 1, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** They run on libuv's four threads, which files need as well. */
const AT_ONCE = 2;
/** Some two seconds of work on a slow machine. */
const MAX_WAITING = 64;
const RETRY_AFTER_S = 2;

/** Passwords by argon2id, a few at a time, beside the event loop. */
export class PasswordsArgon2 implements Passwords {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  #dummy: Promise<string> | null = null;

  /** of a password that nobody knows: computed once, by whoever asks first */
  get dummy(): Promise<string> {
    return (this.#dummy ??= hash(randomBytes(16), PARAMETERS));
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(normal(password), PARAMETERS));
  }

  async verify(expected: string | null, password: string): Promise<boolean> {
    // also where it is not needed: or the first one would take longer where it is
    const dummy = await this.dummy;
    const same = await this.#inTurn(() => verify(expected ?? dummy, normal(password)));
    return same && expected !== null;
  }

  async blind(password: string, salt: Uint8Array): Promise<string> {
    const raw = await this.#inTurn(() => hashRaw(normal(password), { ...PARAMETERS, salt }));
    return raw.toString('hex');
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < AT_ONCE) this.#running += 1;
    else {
      if (this.#waiting.length >= MAX_WAITING) {
        throw new Overloaded('Too many passwords are being checked.', RETRY_AFTER_S);
      }
      // whoever finishes hands its turn over
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** The same password typed on another system can come in other code points. */
function normal(password: string): string {
  return password.normalize('NFC');
}
