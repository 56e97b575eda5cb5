import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const GROUPS = 8;
/** IPv6 hands every customer at least 2⁶⁴ addresses: they count as one. */
const PREFIX_GROUPS = 4;

/** More than this are not remembered at once. */
const MOST_KNOWN = 10_000;
/** Characters; an X-Forwarded-For that is longer went through many hands, or is made up. */
const LONGEST_KNOWN = 200;

/**
 * Whose requests they are. What follows from the peer and its X-Forwarded-For is remembered: finding out which of them
 * to believe takes longer than counting the request. Each application needs its own: they trust different proxies.
 */
export class Clients {
  readonly #known = new Map<string, string>();

  /** As `clientOf(request.ip)`. */
  of(request: FastifyRequest): string {
    const { headers, socket } = request.raw;
    const key = `${socket.remoteAddress} ${String(headers['x-forwarded-for'])}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const client = clientOf(request.ip);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    if (key.length <= LONGEST_KNOWN) this.#known.set(key, client);
    return client;
  }
}

/** What requests are counted by: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientOf(address: string): string {
  const plain = withoutPort(address).split('%')[0]!;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain;
  const prefix = groupsOf(plain).slice(0, PREFIX_GROUPS);
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
}

/** Some proxies write the port as well, which is another one for every connection. */
function withoutPort(address: string): string {
  return /^(?:\[(.+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address)?.slice(1).find(Boolean) ?? address;
}

/** The eight numbers of an IPv6 address, `::` written out. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const parse = (part: string) => (part === '' ? [] : part.split(':').flatMap(numbers));
  const first = parse(head);
  if (tail === undefined) return first;
  const last = parse(tail);
  return [...first, ...new Array<number>(GROUPS - first.length - last.length).fill(0), ...last];
}

/** The last two groups may be written as an IPv4 address. */
function numbers(group: string): number[] {
  if (!group.includes('.')) return [Number.parseInt(group, 16)];
  const [a, b, c, d] = group.split('.').map(Number) as [number, number, number, number];
  return [a * 256 + b, c * 256 + d];
}
