import { join } from 'node:path';
import { ok } from '@atrium/domain/core';
import { openDataFolder } from '../../../platform/stores/data-folder.ts';
import { putBackUpgradeCopy, readUpgradeCopy, rolledBackPrefix } from '../../../platform/stores/upgrade-copy.ts';
import { defineLocalCommand, parseArguments } from '../command.ts';

/** Goes back to the data from before the last upgrade. The server must be stopped. */
export const rollBack = defineLocalCommand<{ readonly isDryRun: boolean }>({
  name: 'roll-back',
  summary: 'Put back the data from before the last upgrade, for the version before it.',
  examples: ['atrium roll-back --dry-run', 'atrium roll-back'],
  usage: '[--dry-run]',
  parse(args) {
    const read = parseArguments(args, { 'dry-run': 'flag' }, []);
    return read.ok ? ok({ options: { isDryRun: read.value.options['dry-run'] } }) : read;
  },
  async runLocally({ isDryRun }, { config, out, fail, result }) {
    const copy = await readUpgradeCopy(config.dataFolder);
    if (copy === null) {
      fail(`there is no copy from before an upgrade in ${config.dataFolder}: restore a backup with atrium restore`);
      return false;
    }
    const version = copy.from?.version ?? 'the version before';
    const madeAt = new Date(copy.madeAt).toISOString();
    out(`the copy is of ${version}, made at ${madeAt}: settings and readings that came later are not in it`);
    result({ version: copy.from?.version ?? null, madeAt });
    if (isDryRun) return true;
    const folder = await openDataFolder(config.dataFolder);
    try {
      const aside = join(folder.path, `${rolledBackPrefix}${madeAt.replaceAll(/[:.]/g, '-')}`);
      await putBackUpgradeCopy(folder.path, copy, aside);
      out(`the data is as it was: start ${version}. What was there until now is in ${aside}`);
      return true;
    } finally {
      folder.release();
    }
  },
});
