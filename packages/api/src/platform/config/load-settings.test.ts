import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Environment, loadConfig } from './load-settings.ts';
import { environmentNames, settings, toSettingKey } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const load = (environment: Environment = {}) => {
  const loaded = loadConfig(environment, folder);
  return loaded.ok ? loaded.value.config : loaded.error;
};

const secret = 'k3J9x0Qw7ZpL2vB8nM4tR6yU1sD5fG0h';

test('without a file the environment counts alone', () => {
  expect(load({ PORT: '8080' })).toMatchObject({ port: 8080 });
});

test('reads the settings file in the product folder; the environment overrides it', () => {
  write(
    'atrium.yaml',
    [
      'port: 8080',
      'host: 0.0.0.0',
      'demo: false',
      'mqttPort: off',
      'languages: [de, it]',
      'trustedProxies: 10.0.0.0/8, fd00::/8',
      'publicUrl:',
      'databaseUrl: ""',
    ].join('\n'),
  );
  expect(load({ HOST: '::1', PORT: '' })).toMatchObject({
    port: 8080,
    host: '::1',
    isDemo: false,
    mqttPort: 'off',
    languages: ['de', 'it'],
    trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
    publicUrl: null,
    databaseUrl: null,
  });
});

test('ATRIUM_CONFIG names another file, whose paths start at its folder, or turns the file off', () => {
  write('atrium.yaml', 'port: 1');
  mkdirSync(join(folder, 'etc'));
  write('etc/own.yaml', 'dataDir: data\nbackupFolder: s3://kept/atrium\nawsAccessKeyId: a\nawsSecretAccessKey: b');
  expect(load({ ATRIUM_CONFIG: 'etc/own.yaml', INIT_CWD: folder })).toMatchObject({
    port: 4000,
    dataFolder: join(folder, 'etc/data'),
    backup: { place: 's3://kept/atrium' },
  });
  expect(load({ ATRIUM_CONFIG: 'off' })).toMatchObject({ port: 4000 });
  expect(load({ ATRIUM_CONFIG: join(folder, 'none.yaml') })).toEqual([
    `the settings file ${join(folder, 'none.yaml')} cannot be read: ENOENT`,
  ]);
});

test('an unknown key or a wrong value stops the start, and names the line and never the value', () => {
  const file = write('atrium.yaml', 'prot: 80\nport: hunter2\nconfig: x\nsmtpUrl: { a: hunter2 }\nhots: ::1\n');
  const problems = load() as string[];
  expect(problems).toEqual([
    `${file}:1: there is no setting "prot" (did you mean port?)`,
    expect.stringContaining(`${file}:3: there is no setting "config"`),
    `${file}:4: smtpUrl takes one value, or a list of values`,
    `${file}:5: there is no setting "hots" (did you mean host?)`,
    `${file}:2: port takes ${settings.PORT.takes}`,
  ]);
  expect(problems.join()).not.toContain('hunter2');
});

test.each([
  ['a list', '- port: 1', /takes one "key: value"/],
  ['broken', 'port: [1', /:1: not valid YAML/],
  ['with a key twice', 'port: 1\nport: 2', /:2: not valid YAML/],
])('a file that is %s stops the start', (_, content, problem) => {
  write('atrium.yaml', content);
  expect(load()).toEqual([expect.stringMatching(problem)]);
});

test('numbers count as they are written', () => {
  write('atrium.yaml', 'port: 0x10');
  expect(load()).toEqual([expect.stringContaining('port takes')]);
});

test('reads a secret from its file, from both places, without its line end', () => {
  write('secret', `${secret}\n`);
  write('smtp', 'smtp://a:b@mail.example');
  write('atrium.yaml', 'smtpUrlFile: smtp\nsecret: overridden-by-the-environment');
  expect(load({ ATRIUM_SECRET_FILE: 'secret', INIT_CWD: folder })).toMatchObject({
    secret,
    smtpUrl: 'smtp://a:b@mail.example',
  });
});

test('a secret file that cannot be used stops the start and names the variable', () => {
  const empty = write('empty', '\n');
  const both = { SMTP_URL: 'smtp://a', SMTP_URL_FILE: empty };
  expect(load(both)).toEqual(['SMTP_URL_FILE and SMTP_URL exclude each other: remove one']);
  expect(load({ SMTP_URL_FILE: empty })).toEqual([`SMTP_URL_FILE: ${empty} is empty`]);
  expect(load({ SMTP_URL_FILE: folder })).toEqual([`SMTP_URL_FILE: ${folder} cannot be read: it is not a file`]);
  expect(load({ ATRIUM_SECRET_FILE: '/none' })).toEqual(['ATRIUM_SECRET_FILE: /none cannot be read: ENOENT']);
  expect(load({ ATRIUM_SECERT_FILE: '/none' })).toEqual([expect.stringContaining('did you mean ATRIUM_SECRET_FILE?')]);
  expect(load({ PORT_FILE: '/none' })).toMatchObject({ port: 4000 });
});

test('each setting has a key of its own', () => {
  const keys = environmentNames.map(toSettingKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(toSettingKey('ATRIUM_PUBLIC_URL')).toBe('publicUrl');
});
