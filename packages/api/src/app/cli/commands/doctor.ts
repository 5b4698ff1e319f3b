import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { ok } from '@atrium/domain/core';
import { describeOverlap, findLastBackup } from '../../../operations/backup/index.ts';
import { runsStore } from '../../../operations/runs/index.ts';
import { organizationStore } from '../../../people/organization/index.ts';
import { findUnusedSettings } from '../../../platform/config/describe-settings.ts';
import { loadConfig } from '../../../platform/config/load-settings.ts';
import type { Config } from '../../../platform/config/read-config.ts';
import { checkStores, findDetachedParts } from '../../../platform/damage/check-stores.ts';
import { restoreAdvice } from '../../../platform/damage/corruption.ts';
import { readFreeBytes } from '../../../platform/files/free-space.ts';
import { describeFinished, describeUnfinished, openErasureRecord } from '../../../platform/tenancy/erasure-record.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { type CommandTools, defineCommand, parseArguments } from '../command.ts';
import { findMissingReadings } from './stores.ts';

/** Below this, the stores may soon be unable to write. */
const minFreeBytes = 1e9;

/** One backup a day, and some hours to make it. */
const oldestBackupMs = 26 * 3_600_000;

interface Check {
  readonly name: string;
  /** Returns a description of the healthy state, or throws an error that describes the problem. */
  run(tools: CommandTools): Promise<string>;
}

const checks: readonly Check[] = [
  {
    name: 'data folder',
    async run({ platform }) {
      const bytes = await readFreeBytes(platform.folder.path);
      const free = `${(bytes / 1e9).toFixed(1)} GB free`;
      if (bytes < minFreeBytes) throw new Error(`only ${free} in ${platform.folder.path}`);
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
      const { lines } = await findMissingReadings(tools);
      if (lines.length > 0) throw new Error(`readings that were acknowledged are missing: ${lines.join('; ')}`);
      return `all that were acknowledged are there, of the installation ${tools.platform.identity.id}`;
    },
  },
  {
    name: 'erasures',
    async run({ platform }) {
      const erasures = await openErasureRecord(platform.files).all();
      const unfinished = erasures.filter(({ finished }) => finished === null);
      if (unfinished.length > 0) throw new Error(unfinished.map(describeUnfinished).join('; '));
      return erasures.map(describeFinished).join('; ') || 'none';
    },
  },
  {
    name: 'damage',
    async run({ platform }) {
      const found = [...(await findDetachedParts(platform.analytics))];
      let looked = 0;
      for await (const { what, damage } of checkStores(platform)) {
        looked += 1;
        if (damage !== null) found.push(what);
      }
      if (found.length > 0) throw new Error(`${found.join('; ')}. ${restoreAdvice}`);
      return `none in ${looked} tables, indexes and parts`;
    },
  },
  {
    name: 'backups',
    async run({ platform }) {
      const { place } = platform.config.backup;
      const overlap = place === null ? null : describeOverlap(place, platform.folder.path);
      if (overlap !== null) throw new Error(`ATRIUM_BACKUP_FOLDER: ${overlap}`);
      if (place === null) return 'none are made by themselves: set ATRIUM_BACKUP_FOLDER';
      const last = await findLastBackup(place, platform.config.backup);
      if (last === null) throw new Error(`there is none in ${place} yet: atrium backup makes one`);
      const at = new Date(last.begun).toISOString();
      if (platform.clock.now() - last.begun > oldestBackupMs)
        throw new Error(`the last good one is ${last.name}, of ${at}: the log says why there is no later one`);
      return `the last good one is ${last.name}, of ${at}`;
    },
  },
  {
    name: 'settings',
    async run({ platform }) {
      const idle = findUnusedSettings(platform.config);
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

/** Rehearses a restore and records it, so that System shows it. */
const rehearsal: Check = {
  name: 'restore',
  async run({ platform: { clock, config, relational } }) {
    const begun = clock.now();
    const record = (problem: string | null) =>
      runsStore(relational.db).record('rehearsal', { begun, ended: clock.now(), problem, amounts: {} });
    try {
      const done = await rehearseRestore(config);
      await record(null);
      return done;
    } catch (error) {
      await record((error as Error).message);
      throw error;
    }
  },
};

export const doctor = defineCommand<{ readonly rehearses: boolean }>({
  name: 'doctor',
  summary: 'Check the stores, the backups and the settings.',
  examples: ['atrium doctor', 'atrium doctor --rehearse'],
  usage: '[--rehearse]',
  parse(args) {
    const read = parseArguments(args, { rehearse: 'flag' }, []);
    return read.ok ? ok({ options: { rehearses: read.value.options.rehearse } }) : read;
  },
  async run({ rehearses }, tools) {
    const results: { readonly name: string; readonly ok: boolean; readonly message: string }[] = [];
    for (const check of rehearses ? [...checks, rehearsal] : checks) {
      try {
        const message = await check.run(tools);
        results.push({ name: check.name, ok: true, message });
        tools.out(`ok  ${check.name}: ${message}`);
      } catch (error) {
        const { message } = error as Error;
        results.push({ name: check.name, ok: false, message });
        tools.fail(`${check.name}: ${message}`);
      }
    }
    tools.result({ checks: results });
    return results.every((result) => result.ok);
  },
});

/**
 * Restores the latest backup into a temporary folder, which compares every table with the backup. Runs in its own
 * process, since the analytics engine opens one folder per process.
 */
async function rehearseRestore({ backup }: Config): Promise<string> {
  if (backup.place === null) throw new Error('there is nothing to rehearse with: set ATRIUM_BACKUP_FOLDER');
  const folder = await mkdtemp(join(tmpdir(), 'atrium-rehearsal-'));
  const loaded = loadConfig(process.env);
  if (!loaded.ok) throw new Error(loaded.error.join('; '));
  const { DATABASE_URL: _relational, CLICKHOUSE_URL: _analytics, ...environment } = loaded.value.environment;
  // The settings file may name the servers in use, and a rehearsal must never restore into those.
  const env = { ...environment, ATRIUM_CONFIG: 'off', ATRIUM_DATA_DIR: join(folder, 'data') };
  try {
    await promisify(execFile)(process.execPath, [commandLine(), 'restore', backup.place], { env });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(`the last backup cannot be restored: ${stderr?.trim() || (error as Error).message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return 'the last backup was restored into a folder of its own, and every table is as it was backed up';
}

/** Returns the path of the command line's program, next to the server's. */
function commandLine(): string {
  const started = process.argv[1] ?? '';
  const program = join('cli', `main${extname(started)}`);
  return started.endsWith(`/${program}`) ? started : join(dirname(started), program);
}
