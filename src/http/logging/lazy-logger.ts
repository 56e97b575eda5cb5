import type { FastifyBaseLogger } from 'fastify';

type Child = FastifyBaseLogger['child'];
type Log = FastifyBaseLogger['info'];

/**
 * A log that is made when something is to be said in it, and its children likewise. Each request has one of its own, and
 * nearly all have one line, which the log of the service writes (`RequestLog`): making a logger takes longer than that.
 */
export class LazyLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #given: Parameters<Child>;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, ...given: Parameters<Child>) {
    this.#parent = parent;
    this.#given = given;
  }

  get #own(): FastifyBaseLogger {
    return (this.#made ??= this.#parent.child(...this.#given));
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#own.level;
  }

  trace(...said: Parameters<Log>): void {
    this.#own.trace(...said);
  }

  debug(...said: Parameters<Log>): void {
    this.#own.debug(...said);
  }

  info(...said: Parameters<Log>): void {
    this.#own.info(...said);
  }

  warn(...said: Parameters<Log>): void {
    this.#own.warn(...said);
  }

  error(...said: Parameters<Log>): void {
    this.#own.error(...said);
  }

  fatal(...said: Parameters<Log>): void {
    this.#own.fatal(...said);
  }

  silent(): void {}

  child(...given: Parameters<Child>): FastifyBaseLogger {
    return new LazyLogger(this.#own, ...given);
  }
}
