/** Why nothing is backed up or restored, in words for whoever asked for it. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
