import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** IPv6 hands every customer at least 2⁶⁴ addresses: they count as one. */
const PREFIX_GROUPS = 4;

/** What most of them are, told by one look. */
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** What requests are counted by: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientOf(address: string): string {
  if (IPV4.test(address)) return address;
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
