import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free one: pages are served to the origin of the configured port only, so a server can't be left to find it. Out of
 * those that the system gives to nobody: one of its own choice may be a browser's before the server has started.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const holder = createServer().listen(port, '127.0.0.1');
    const isFree = await once(holder, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    holder.close();
    await once(holder, 'close');
    return port;
  }
}
