import { statfs } from 'node:fs/promises';
import { ok } from '@atrium/domain/core';
import { organizationStore } from '../../organization/index.ts';
import { settingsWithoutEffect } from '../../platform/config/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { type CommandTools, defineCommand, readArguments } from '../command.ts';
import { missingReadings } from '../missing-readings.ts';

/** Under this the stores may soon be unable to write. */
const leastFreeBytes = 1e9;

interface Check {
  readonly name: string;
  /** What is well, or an error that says what is not. */
  run(tools: CommandTools): Promise<string>;
}

const checks: readonly Check[] = [
  {
    name: 'data folder',
    async run({ platform }) {
      const { bavail, bsize } = await statfs(platform.folder.path);
      const free = `${(Number(bavail * bsize) / 1e9).toFixed(1)} GB free`;
      if (bavail * bsize < leastFreeBytes) throw new Error(`only ${free} in ${platform.folder.path}`);
      return `${platform.folder.path}, ${free}`;
    },
  },
  {
    name: 'relational store',
    async run({ platform }) {
      await platform.relational.ping();
      const { rows } = await platform.relational.pool.query('show server_version');
      return `PostgreSQL ${rows[0].server_version}, ${platform.config.databaseUrl === null ? 'embedded' : 'by DATABASE_URL'}`;
    },
  },
  {
    name: 'analytics store',
    async run({ platform }) {
      await platform.analytics.ping();
      return `answers, ${platform.config.clickhouseUrl === null ? 'embedded' : 'by CLICKHOUSE_URL'}`;
    },
  },
  {
    name: 'readings',
    async run(tools) {
      const { lines } = await missingReadings(tools);
      if (lines.length > 0) throw new Error(`readings that were acknowledged are missing: ${lines.join('; ')}`);
      return `all that were acknowledged are there, of the installation ${tools.platform.identity.id}`;
    },
  },
  {
    name: 'settings',
    async run({ platform }) {
      const idle = settingsWithoutEffect(platform.config);
      if (idle.length > 0) throw new Error(`set, but without effect in this version: ${idle.join(', ')}`);
      return 'all understood';
    },
  },
  {
    name: 'organizations',
    async run({ platform, sites }) {
      const organizations = await organizationStore(platform.relational.db).all();
      const described = organizations.map(async ({ id, name }) => {
        const topologies = await sites.topologies(systemScope(id));
        const devices = topologies.flatMap((topology) =>
          topology.devices.filter(({ removedAt }) => removedAt === null),
        );
        return `${name} (${topologies.length} sites, ${devices.length} devices)`;
      });
      return (await Promise.all(described)).join(', ') || 'none yet';
    },
  },
];

export const doctor = defineCommand<null>({
  name: 'doctor',
  usage: '',
  parse(args) {
    const read = readArguments(args, {}, []);
    return read.ok ? ok({ options: null }) : read;
  },
  async run(_options, tools) {
    let healthy = true;
    for (const check of checks) {
      try {
        tools.out(`ok  ${check.name}: ${await check.run(tools)}`);
      } catch (error) {
        healthy = false;
        tools.fail(`${check.name}: ${(error as Error).message}`);
      }
    }
    return healthy;
  },
});
