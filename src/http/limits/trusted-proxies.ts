import { BlockList, isIP } from 'node:net';

/** Nearly all requests come through the same few proxies: what they are found to be is kept. */
const MOST_KEPT = 256;

/**
 * Whether an address is a proxy that is believed when it says for whom it asks.
 * @param proxies addresses and networks such as `10.0.0.0/8,::1`
 */
export function trustedProxies(proxies: string): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const part of proxies.split(',')) {
    const [address = '', bits] = part.trim().split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  const known = new Map<string, boolean>();
  // a connection that has ended has no address
  return (address = '') => {
    const found = known.get(address);
    if (found !== undefined) return found;
    const [plain = ''] = address.split('%');
    const isTrusted = isIP(plain) !== 0 && list.check(plain, familyOf(plain));
    if (known.size === MOST_KEPT) known.clear();
    known.set(address, isTrusted);
    return isTrusted;
  };
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
