import { expect, test } from 'vitest';
import { describeSettings } from './describe-settings.ts';
import { readConfig } from './read-config.ts';

test('contains no secrets', () => {
  const config = readConfig({
    ATRIUM_SECRET: 'k3J9x0Qw7ZpL2vB8nM4tR6yU1sD5fG0h',
    ATRIUM_BACKUP_KEY: 'hunter2-k3J9x0Qw7ZpL2vB8nM4tR6yU1s',
    ATRIUM_BACKUP_FOLDER: '/srv/kept',
    DATABASE_URL: 'postgres://atrium:hunter2@db/atrium',
    CLICKHOUSE_URL: 'http://atrium:hunter2@ch:8123/',
    SMTP_URL: 'smtp://atrium:hunter2@mail',
    SMS_URL: 'https://sms.example/?key=hunter2',
    AWS_SECRET_ACCESS_KEY: 'hunter2',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'a',
    OIDC_CLIENT_SECRET: 'hunter2',
  });
  if (!config.ok) throw new Error(config.error.join());
  const told = describeSettings(config.value);
  expect(told).toMatchObject({
    settings: 'DATABASE_URL',
    mail: 'SMTP_URL',
    providers: 1,
    backups: '/srv/kept, daily at 2:00 UTC, 14 kept',
    backupsEncrypted: true,
  });
  expect(JSON.stringify(told)).not.toMatch(/hunter2|k3J9x0/);
});
