import { isIPv6 } from 'node:net';

/** An address to listen on as it stands in a URL that people of this machine open. Every address is also the loopback. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (!isIPv6(host)) return host;
  const { hostname } = new URL(`http://[${host}]`);
  return hostname === '[::]' ? '[::1]' : hostname;
}
