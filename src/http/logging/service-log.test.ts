import { expect, it } from 'vitest';
import { withoutSecrets } from './service-log.ts';

it('keeps secrets out of a line, wherever they are in it', () => {
  const line = {
    headers: { Authorization: 'Bearer a\\"b"', accept: '*/*' },
    req: { more: { headers: { 'idempotency-key': 'k', cookie: '' } } },
    detail: 'the key leith_key_01ab_0123456789abcdef is not valid, its "cookie" is',
    cookies: 3,
  };
  expect(JSON.parse(withoutSecrets(JSON.stringify(line)))).toEqual({
    headers: { Authorization: '[Redacted]', accept: '*/*' },
    req: { more: { headers: { 'idempotency-key': '[Redacted]', cookie: '[Redacted]' } } },
    detail: 'the key leith_key_01ab_… is not valid, its "cookie" is',
    cookies: 3,
  });
});
