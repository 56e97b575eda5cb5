import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { Clients } from './client-address.ts';

/** As Fastify with one trusted proxy sees it. */
function request(remoteAddress: string, forwarded?: string): FastifyRequest {
  const ip = remoteAddress === '10.0.0.1' && forwarded ? forwarded.split(', ').at(-1)! : remoteAddress;
  return {
    raw: { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } },
    ip,
  } as unknown as FastifyRequest;
}

it('remembers clients without mixing them up', () => {
  const clients = new Clients();
  for (const _ of [1, 2]) {
    expect(clients.of(request('192.0.2.1'))).toBe('192.0.2.1');
    expect(clients.of(request('192.0.2.1', '192.0.2.2')), 'forged').toBe('192.0.2.1');
    expect(clients.of(request('10.0.0.1', '192.0.2.2'))).toBe('192.0.2.2');
    expect(clients.of(request('10.0.0.1', '192.0.2.2, 2001:db8::1'))).toBe('2001:db8:0:0::/64');
    expect(clients.of(request('10.0.0.1'))).toBe('10.0.0.1');
  }
});
