import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/**
 * Returns a check for whether an address is in one of these CIDR networks. Addresses must have the form that
 * `parseIpAddress` returns.
 */
export function createNetworkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix ?? (isIP(address) === 6 ? 128 : 32)), familyOf(address));
  }
  return (address) => address !== '' && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

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

/**
 * Returns a listening address in the form that a URL on this machine needs. The wildcard address becomes the loopback
 * address.
 */
export function toUrlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (!isIPv6(host)) return host;
  const { hostname } = new URL(`http://[${host}]`);
  return hostname === '[::]' ? '[::1]' : hostname;
}

/** Returns the client address of a request or socket; '' when the connection is closed. */
export type GetClientAddress = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/**
 * Returns the peer's address. For a trusted proxy, returns the right-most address of `X-Forwarded-For` that is not
 * itself a trusted proxy. Entries further left are unverified and ignored. An entry that is no address ends the search.
 * Other forwarding headers are never read.
 */
export function createClientAddressGetter(trustedProxies: readonly string[]): GetClientAddress {
  const isTrusted = createNetworkMatcher(trustedProxies);
  return ({ socket, headers }) => {
    let nearest = parseIpAddress(socket.remoteAddress ?? '') ?? '';
    const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse();
    for (const entry of told) {
      const next = parseIpAddress(entry.trim());
      if (next === null || !isTrusted(nearest)) return nearest;
      nearest = next;
    }
    return nearest;
  };
}
