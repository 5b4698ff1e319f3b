export { describeOverlap } from './describe-overlap.ts';
export { restoreBackup } from './restore-backup.ts';
export { createBackupModule, describeBackup, findDueTime, findLastBackup, takeRecordedBackup } from './schedule.ts';
export { BackupRefused, openStorage } from './storage.ts';
export { describeInterrupted, takeBackup } from './take-backup.ts';
