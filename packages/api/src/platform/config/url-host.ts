import { isIPv6 } from 'node:net';

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
