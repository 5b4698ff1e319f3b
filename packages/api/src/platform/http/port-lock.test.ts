import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askPortHolder, lockPort } from './port-lock.ts';

/** Returns a port that is currently free. */
async function freePort(): Promise<number> {
  const server = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

test.runIf(process.platform === 'linux')('of several processes that lock a port at once, one gets it', async () => {
  const port = await freePort();
  expect(await askPortHolder(port)).toBeNull();
  const folders = ['/one', '/two', '/three'];
  const taken = await Promise.allSettled(folders.map((folder) => lockPort('127.0.0.1', port, { folder })));
  const won = taken.findIndex(({ status }) => status === 'fulfilled');
  const [winner] = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  onTestFinished(() => winner?.());
  expect(taken.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))).toEqual([
    'EADDRINUSE',
    'EADDRINUSE',
  ]);
  expect(await askPortHolder(port)).toEqual({ folder: folders[won] });
  // A wildcard address includes this one.
  for (const host of ['0.0.0.0', '::', '::1', 'localhost'])
    await expect(lockPort(host, port, null)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const elsewhere = await lockPort('192.0.2.1', port, null);
  elsewhere();
  winner?.();
  await expect.poll(() => askPortHolder(port)).toBeNull();
  const again = await lockPort('::', port, null);
  // The holder is no server.
  expect(await askPortHolder(port)).toBeNull();
  again();
});
