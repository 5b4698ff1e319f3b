import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Config } from '../../platform/config/read-config.ts';
import { lockPort } from '../../platform/http/port-lock.ts';
import { chooseFolder } from './running-server.ts';

let root: string;
let config: Config;
let release = () => {};
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'atrium-choose-'));
  const probe = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(probe, 'listening');
  const address = probe.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  probe.close();
  config = { dataFolder: join(root, 'data'), databaseUrl: null, port } as Config;
});
afterEach(() => {
  release();
  rmSync(root, { recursive: true, force: true });
});

const folderOf = async (environment: Record<string, string> = {}, over: Partial<Config> = {}) => {
  const { config: chosen, isNamed } = await chooseFolder({ ...config, ...over }, environment);
  return [chosen.dataFolder, isNamed];
};

test.runIf(process.platform === 'linux')(
  'a command finds the folder of the server on its port, unless another is named',
  async () => {
    const usual = join(root, 'data');
    expect(await folderOf()).toEqual([usual, false]);
    release = await lockPort('127.0.0.1', config.port, { folder: root });
    expect(await folderOf()).toEqual([root, false]);
    expect(await folderOf({ ATRIUM_DATA_DIR: 'data' })).toEqual([usual, true]);
    expect(await folderOf({ ATRIUM_DATA_DIR: '' })).toEqual([root, false]);
    expect(await folderOf({}, { databaseUrl: 'postgres://somewhere' })).toEqual([usual, true]);
  },
);

test.runIf(process.platform === 'linux')('the server of the usual folder comes first', async () => {
  release = await lockPort('127.0.0.1', config.port, { folder: tmpdir() });
  writeFileSync(join(root, 'server.json'), JSON.stringify({ pid: 1, address: '' }));
  expect(await folderOf({}, { dataFolder: root })).toEqual([root, false]);
});

test.runIf(process.platform === 'linux')(
  'a folder that is not there, or of another account, is not believed',
  async () => {
    for (const folder of [join(root, 'missing'), '/dev/null']) {
      release = await lockPort('127.0.0.1', config.port, { folder });
      expect(await folderOf()).toEqual([join(root, 'data'), false]);
      release();
      await expect.poll(() => lockPort('127.0.0.1', config.port, null).then((free) => free() ?? true)).toBe(true);
    }
  },
);
