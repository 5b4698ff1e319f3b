import { isIP, SocketAddress } from 'node:net';

/**
 * An IP address in the one way we write it: IPv4 that IPv6 only carries is IPv4, and there is no zone. A port behind
 * it, as some proxies add, is left out. null: the text is no address.
 */
export function addressIn(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const version = isIP(bare);
  if (version !== 6) return version === 4 ? bare : null;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return /^::ffff:([\d.]+)$/.exec(address)?.[1] ?? address;
}

/** A network in CIDR form, a single address as a network of one; null for anything else. */
export function networkIn(text: string): string | null {
  const [, written = '', digits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const address = isIP(written) === 0 ? null : addressIn(written);
  if (address === null) return null;
  const bits = bitsOf(address);
  // What IPv6 says of the IPv4 it carries starts behind 96 bits that are always the same.
  const prefix = digits === undefined ? bits : Number(digits) - (bitsOf(written) - bits);
  return prefix >= 0 && prefix <= bits ? `${address}/${prefix}` : null;
}

const bitsOf = (address: string) => (isIP(address) === 6 ? 128 : 32);

/**
 * Under what the tries of an address are counted: IPv6 hands a whole /64 to every household and every rented machine,
 * whose owner takes another address for each try.
 */
export function countedAs(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = '', after = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, after].map((half) => half.split(':').filter((group) => group !== '')) as [
    string[],
    string[],
  ];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
