import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What is done with every request, and with every answer. */
export interface WithAll {
  /** before anything looks at it. May throw, which refuses it */
  readonly comesIn?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** later, unlike that: what Node's parser finds wrong right behind the headers comes first. May not throw */
  readonly isSound?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** the payload stays what it is */
  readonly isSent?: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => void;
}

/** What waits for it goes on when all that runs now has ended; Node's queueMicrotask makes a resource for each call. */
const NOW = Promise.resolve();

/** In one hook for all of them, and `isSent` in that of `compressedText`: each hook costs a fit check a hundredth. */
export function withAllRequests(app: FastifyInstance, all: readonly WithAll[]): void {
  const comeIn = all.flatMap(({ comesIn }) => comesIn ?? []);
  const areSound = all.flatMap(({ isSound }) => isSound ?? []);
  app.addHook('onRequest', (request, reply, done) => {
    for (const each of comeIn) each(request, reply);
    void NOW.then(() => {
      for (const each of areSound) each(request, reply);
      done();
    });
  });
}
