// @vitest-environment node
import type { UserConfig } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const targets = async () => {
  const config = (await import('../../vite.config.ts')).default as UserConfig;
  return Object.entries(config.server?.proxy ?? {}).map(([path, to]) => [path, (to as { target: string }).target]);
};

test('in development pages talk to the server that was started for them, and to no other', async () => {
  vi.stubEnv('DEV_SERVER', 'http://127.0.0.1:4321');
  const proxied = await targets();
  expect(proxied.map(([path]) => path)).toEqual(expect.arrayContaining(['/v2', '/files', '/ingest', '/dev/outbox']));
  expect(new Set(proxied.map(([, target]) => target))).toEqual(new Set(['http://127.0.0.1:4321']));
});
