import { ok } from '@atrium/domain/core';
import { openStorage, restoreBackup } from '../../../operations/backup/index.ts';
import { systemClock } from '../../../platform/concurrency/timing.ts';
import { createLogger } from '../../../platform/telemetry/logger.ts';
import { readBackupKey, resolveBackupArguments } from '../backup-arguments.ts';
import { defineLocalCommand, parseArguments } from '../command.ts';

interface Options {
  readonly place: string | null;
  readonly keyFile: string | undefined;
  readonly backup: string | undefined;
  readonly replaces: boolean;
}

export const restore = defineLocalCommand<Options>({
  name: 'restore',
  summary: 'Restore a backup into an empty data folder, and compare every table.',
  examples: ['atrium restore /mnt/backups/atrium'],
  usage: '[<folder or s3://bucket/path>] [--backup <name>] [--key-file <file>] [--replace]',
  place: resolveBackupArguments,
  parse(args) {
    const spec = { 'key-file': 'text', backup: 'text', replace: 'flag', encrypted: 'flag' } as const;
    const bare = parseArguments(args, spec, []);
    const read = bare.ok ? bare : parseArguments(args, spec, ['the place']);
    if (!read.ok) return read;
    const { 'key-file': keyFile, backup, replace } = read.value.options;
    return ok({ options: { place: read.value.words[0] ?? null, keyFile, backup, replaces: replace } });
  },
  async runLocally({ place, keyFile, backup = null, replaces }, { config, out, fail }) {
    if (place === null) {
      fail('name the place of the backups, or set ATRIUM_BACKUP_FOLDER');
      return false;
    }
    const { installation } = await restoreBackup({
      config,
      storage: openStorage(place, config.backup.s3),
      key: readBackupKey(keyFile, config.backup.key),
      backup,
      replaces,
      clock: systemClock,
      logger: createLogger('silent'),
      tell: out,
    });
    out(`the installation ${installation} is restored: start it`);
    return true;
  },
});
