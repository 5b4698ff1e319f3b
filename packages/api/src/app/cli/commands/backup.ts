import { ok } from '@atrium/domain/core';
import {
  BackupRefused,
  describeBackup,
  describeInterrupted,
  openStorage,
  takeBackup,
  takeRecordedBackup,
} from '../../../operations/backup/index.ts';
import { readBackupKey, resolveBackupArguments } from '../backup-arguments.ts';
import { defineCommand, parseArguments } from '../command.ts';

interface Options {
  /** Null: neither given nor configured. */
  readonly place: string | null;
  readonly keyFile: string | undefined;
  readonly isEncrypted: boolean;
}

export const backup = defineCommand<Options>({
  name: 'backup',
  summary: 'Copy everything to a folder or a storage, while the server runs.',
  examples: ['atrium backup /mnt/backups/atrium', 'atrium backup s3://backups/atrium --key-file backup.key'],
  usage: '[<folder or s3://bucket/path>] [--key-file <file>]',
  place: resolveBackupArguments,
  parse(args) {
    const spec = { 'key-file': 'text', encrypted: 'flag' } as const;
    const bare = parseArguments(args, spec, []);
    const read = bare.ok ? bare : parseArguments(args, spec, ['the place']);
    if (!read.ok) return read;
    const { 'key-file': keyFile, encrypted } = read.value.options;
    return ok({ options: { place: read.value.words[0] ?? null, keyFile, isEncrypted: encrypted } });
  },
  async run({ place, keyFile, isEncrypted }, { platform, out, fail }) {
    const { config, clock, relational, analytics, folder, identity } = platform;
    if (place === null) {
      fail('name a place for the backup, or set ATRIUM_BACKUP_FOLDER');
      return false;
    }
    try {
      const key = readBackupKey(keyFile, config.backup.key);
      if (isEncrypted && key === null)
        throw new BackupRefused(
          'ATRIUM_BACKUP_KEY is set here, but not for the server that runs: start it with the key, or name a --key-file',
        );
      const source = { relational, analytics, folder: folder.path, installation: identity.id, clock };
      const storage = openStorage(place, config.backup.s3);
      // Only backups at the configured place are the installation's own.
      const take = place === config.backup.place ? takeRecordedBackup : takeBackup;
      const { name, manifest, written, interrupted } = await take(source, { storage, key });
      out(`${describeBackup(manifest)}`);
      out(`${(written.bytes / 1e6).toFixed(1)} MB in ${written.objects} objects were new`);
      if (interrupted !== null) out(describeInterrupted(interrupted));
      if (key === null) out('it is not encrypted: whoever can read it can read everything');
      out(`${storage.place}: backup ${name}`);
      return true;
    } catch (error) {
      if (!(error instanceof BackupRefused)) throw error;
      fail(error.message);
      return false;
    }
  },
});
