import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, it } from 'vitest';
import { LazyLogger } from './lazy-logger.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

it('writes as the logger of the request would, which is made for its first line', () => {
  const lines: Record<string, unknown>[] = [];
  const output = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  });
  let made = 0;
  const log = pino({ level: 'trace', onChild: () => (made += 1) }, output);
  const own = new LazyLogger(log, { reqId: 'req_1' });
  expect(made).toBe(0);
  for (const level of levels) own[level]({ level_name: level }, 'said with %s', 'a value');
  own.child({ part: 2 }).info('of a part');
  own.child({ part: 3 });
  own.silent();
  expect(made).toBe(2);
  expect(own.level).toBe('trace');
  expect(lines.map(({ reqId, level_name, msg, part }) => [reqId, level_name, msg, part])).toEqual([
    ...levels.map((level) => ['req_1', level, 'said with a value', undefined]),
    ['req_1', undefined, 'of a part', 2],
  ]);
});
