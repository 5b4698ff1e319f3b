import type { NodeConnectionOptions } from '@nats-io/transport-node';

/** What the driver needs to know of `nats://account:password@host:port`; it understands hosts alone. */
export function natsAddress(address: string): NodeConnectionOptions {
  const { protocol, hostname, port, username, password } = new URL(address);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: `${hostname}:${port || 4222}`,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(pass !== '' ? { user, pass } : user !== '' ? { token: user } : {}),
  };
}
