import type { NodeConnectionOptions } from '@nats-io/transport-node';

/**
 * Parses `nats://account:password@host:port` into options for the driver, which accepts only hosts in its addresses.
 */
export function parseNatsUrl(address: string): NodeConnectionOptions {
  const { protocol, hostname, port, username, password } = new URL(address);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: `${hostname}:${port || 4222}`,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(pass !== '' ? { user, pass } : user !== '' ? { token: user } : {}),
  };
}
