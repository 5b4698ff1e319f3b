export { BackupRefused } from './backup-refused.ts';
export { describeOverlap } from './describe-overlap.ts';
export { describeBackup, findLastBackup } from './last-backup.ts';
export { openStorage } from './repository/open-storage.ts';
export { restoreBackup } from './restoring/restore-backup.ts';
export { scheduleBackups } from './schedule.ts';
export { takeBackup } from './take-backup.ts';
