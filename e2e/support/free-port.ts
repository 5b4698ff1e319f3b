import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns a free port, which must be known beforehand because pages are served only to the configured origin. Outside
 * the ephemeral range, because the browser could take one of those before the server has started.
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
