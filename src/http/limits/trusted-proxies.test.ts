import { expect, it } from 'vitest';
import { trustedProxies } from './trusted-proxies.ts';

it.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '127.0.0.2', false],
  ['127.0.0.1', '::ffff:127.0.0.1', true],
  ['10.0.0.0/8', '10.255.0.3', true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:11.0.0.1', false],
  ['10.0.0.0/8, ::1', '::1', true],
  ['10.0.0.0/8, ::1', '::2', false],
  ['fd00::/8', 'fd12::1', true],
  ['fd00::/8', 'fe80::1', false],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['fd00::/8', '10.0.0.1', false],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', 'unknown', false],
  ['0.0.0.0/0', '', false],
  ['0.0.0.0/0', undefined, false],
])('of %s, %s is trusted: %s', (proxies, address, isTrusted) => {
  const trust = trustedProxies(proxies);
  expect([trust(address), trust(address)]).toEqual([isTrusted, isTrusted]);
});

it('answers alike however many addresses it was asked about', () => {
  const trust = trustedProxies('10.0.0.0/8');
  const asked = Array.from({ length: 600 }, (_, k) => `${k % 2 ? 10 : 11}.0.${k >> 8}.${k & 255}`);
  expect(asked.map(trust)).toEqual(asked.map((address) => address.startsWith('10.')));
  expect(asked.map(trust)).toEqual(asked.map((address) => address.startsWith('10.')));
});
