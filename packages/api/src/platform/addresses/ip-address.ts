import { isIP, SocketAddress } from 'node:net';

/**
 * Normalizes an IP address: IPv4-mapped IPv6 becomes IPv4, and the zone is removed. Drops a port, which some proxies
 * append. Returns null when the text is no address.
 */
export function parseIpAddress(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const version = isIP(bare);
  if (version !== 6) return version === 4 ? bare : null;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address;
}

/** Parses a network in CIDR form; a single address is a network of one. Returns null for anything else. */
export function parseNetwork(text: string): string | null {
  const [, written = '', digits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const address = isIP(written) === 0 ? null : parseIpAddress(written);
  if (address === null) return null;
  const bits = bitsOf(address);
  // The prefix of an IPv4-mapped IPv6 network counts 96 constant bits before the IPv4 part.
  const prefix = digits === undefined ? bits : Number(digits) - (bitsOf(written) - bits);
  return prefix >= 0 && prefix <= bits ? `${address}/${prefix}` : null;
}

const bitsOf = (address: string) => (isIP(address) === 6 ? 128 : 32);

/**
 * Returns the key under which attempts of an address are counted. IPv6 addresses share the key of their /64. Each
 * household or rented machine gets a whole /64 and could use a new address for each attempt.
 */
export function toRateLimitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = '', after = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, after].map((half) => half.split(':').filter((group) => group !== '')) as [
    string[],
    string[],
  ];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
