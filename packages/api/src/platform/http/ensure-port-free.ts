import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartRefused } from '../failures.ts';

/** Name of the setting for the port. */
type PortSetting = 'PORT' | 'MQTT_PORT';

/** Throws `StartRefused` when the port is in use, before the start creates anything. */
export async function ensurePortFree(host: string, port: number, setting: PortSetting = 'PORT'): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw new StartRefused(describeListenError(error as NodeJS.ErrnoException, host, port, setting));
  }
  server.close();
  await once(server, 'close');
}

/** Describes a listen error for operators. */
export function describeListenError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: PortSetting = 'PORT',
): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is taken: stop what listens there, or set ${setting}`;
    case 'EACCES':
      return `port ${port} needs more rights than we have: set ${setting} to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine: set HOST to one, such as 127.0.0.1 or 0.0.0.0`;
    default:
      return `cannot listen on ${host}, port ${port} (${error.code ?? error.message}): set HOST and ${setting}`;
  }
}
