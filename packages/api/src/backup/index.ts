export { describeOverlap } from './apart-from-data.ts';
export { BackupRefused } from './backup-refused.ts';
export { describeBackup, lastBackup } from './last-backup.ts';
export { openStorage } from './repository/open-storage.ts';
export { restoreBackup } from './restoring/restore-backup.ts';
export { scheduledBackups } from './schedule.ts';
export { takeBackup } from './take-backup.ts';
