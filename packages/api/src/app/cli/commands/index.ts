import type { Command } from '../command.ts';
import { backup } from './backup.ts';
import { biViews } from './bi-views.ts';
import { createCompletion } from './completion.ts';
import { createKey } from './create-key.ts';
import { doctor } from './doctor.ts';
import { erase } from './erase-organization.ts';
import { eraseOneSite } from './erase-site.ts';
import { explainPlan } from './explain-plan.ts';
import { exportNumbers } from './export-numbers.ts';
import { importReadings } from './imports/import-readings.ts';
import { importSales } from './imports/import-sales.ts';
import { importUndo } from './imports/import-undo.ts';
import { importWatch } from './imports/import-watch.ts';
import { inviteUser } from './invite-user.ts';
import { logs } from './logs.ts';
import { open } from './open.ts';
import { grantOperator, revokeOperator } from './operators.ts';
import { outbox } from './outbox.ts';
import { playDevice } from './play-device.ts';
import { restore } from './restore.ts';
import { rollBack } from './roll-back.ts';
import { applySite, exportSite } from './site-files.ts';
import { describeInstallation, status } from './status.ts';
import { acceptStores, migrate } from './stores.ts';
import { supportBundle } from './support-bundle.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  status,
  open,
  logs,
  applySite,
  exportSite,
  inviteUser,
  grantOperator,
  revokeOperator,
  createKey,
  importReadings,
  importUndo,
  importWatch,
  importSales,
  exportNumbers,
  playDevice,
  outbox,
  backup,
  restore,
  rollBack,
  migrate,
  doctor,
  supportBundle,
  explainPlan,
  biViews,
  acceptStores,
  erase,
  eraseOneSite,
  createCompletion(() => commands),
];

/** Commands that others send to the server. Nobody types them, so no help lists them. */
const internalCommands: readonly Command[] = [describeInstallation];

/** Finds the command that the first words name. Returns it with the remaining arguments. */
export function findCommand(
  words: readonly string[],
): { readonly command: Command; readonly args: readonly string[] } | null {
  for (const command of [...commands, ...internalCommands]) {
    const name = command.name.split(' ');
    if (name.every((word, index) => words[index] === word)) return { command, args: words.slice(name.length) };
  }
  return null;
}
