import { type Config, getStoreRole } from './read-config.ts';

/** Returns the effective settings for the log, without secrets. */
export function describeSettings(config: Config): Readonly<Record<string, unknown>> {
  const { backup, oidc, retailerOidc } = config;
  return {
    data: config.dataFolder,
    settings: config.databaseUrl === null ? 'embedded' : 'DATABASE_URL',
    readings: config.clickhouseUrl === null ? 'embedded' : 'CLICKHOUSE_URL',
    bus: config.natsUrl === null ? 'none' : 'NATS_URL',
    role: getStoreRole(config) === 'standalone' ? 'all' : config.role,
    demo: config.isDemo,
    simulator: config.runsSimulator,
    languages: config.languages.join(','),
    publicUrl: config.publicUrl,
    tokens: config.hostCookies ? 'in cookies of the host alone' : 'kept by pages',
    mail: config.smtpUrl === null ? 'not delivered' : 'SMTP_URL',
    texts: config.smsUrl === null ? 'not delivered' : 'SMS_URL',
    providers: [oidc, retailerOidc].filter((provider) => provider !== null).length,
    backups: backup.place === null ? 'none' : `${backup.place}, daily at ${backup.hour}:00 UTC, ${backup.keep} kept`,
    backupsEncrypted: backup.key !== null,
  };
}

/** Returns settings that have no effect in combination with the others, so that the operator can be warned. */
export function findUnusedSettings(config: Config): readonly string[] {
  // With embedded stores there can be no other process to talk to.
  return config.natsUrl !== null && getStoreRole(config) === 'standalone' ? ['NATS_URL'] : [];
}
