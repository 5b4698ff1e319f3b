import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A free one: pages are served to the origin of the configured port only, so a server can't be left to find it. */
export async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}
