/** A backup or restore was refused. The message is meant for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
