import { expect, test } from 'vitest';
import { readConfig } from '../platform/config/read-config.ts';
import { describeStart } from './describe-start.ts';

const describe = (environment: Record<string, string>, origins: readonly string[] = []) => {
  const config = readConfig({ ATRIUM_DATA_DIR: '/srv/data', ...environment });
  if (!config.ok) throw new Error(config.error.join());
  const welcome = [['Sign in', 'admin@demo.example with the password Demo-pass-1']] as const;
  return describeStart(config.value, { listening: 'http://127.0.0.1:4000', welcome }, origins);
};

test('a first start names its address, its sign-in, its data and what is missing', () => {
  expect(describe({})).toEqual([
    'Atrium is ready at http://127.0.0.1:4000',
    '',
    '  This machine    http://127.0.0.1:4000',
    '  Other machines  cannot connect: set HOST=0.0.0.0 to let them',
    '  Sign in         admin@demo.example with the password Demo-pass-1',
    '  Data            /srv/data',
    '  Not configured  mail (SMTP_URL), text messages (SMS_URL), daily backups (ATRIUM_BACKUP_FOLDER)',
    '  Stop            Ctrl-C',
    '',
  ]);
});

test('in a network it names each address, and says that links need one', () => {
  const lines = describe({ HOST: '0.0.0.0' }, ['http://192.168.1.20:4000', 'http://10.0.0.7:4000']);
  expect(lines.filter((line) => line.includes('Other machines'))).toEqual([
    '  Other machines  http://192.168.1.20:4000',
    '  Other machines  http://10.0.0.7:4000',
  ]);
  expect(lines.join('\n')).toContain('the address in links (ATRIUM_PUBLIC_URL)');
});

test('fully configured, nothing is missing', () => {
  const lines = describe({
    SMTP_URL: 'smtp://a',
    SMS_URL: 'https://b.example',
    ATRIUM_BACKUP_FOLDER: '/backups',
    ATRIUM_PUBLIC_URL: 'https://atrium.example.com',
  });
  expect(lines[0]).toBe('Atrium is ready at https://atrium.example.com');
  expect(lines.join('\n')).not.toContain('Not configured');
  expect(lines.filter((line) => line.includes('Other machines'))).toEqual([]);
  expect(lines).toContain('  Public        https://atrium.example.com');
});
