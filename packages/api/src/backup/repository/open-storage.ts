import { BackupRefused } from '../backup-refused.ts';
import type { BackupStorage } from './backup-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createS3Storage, type S3Access } from './s3-storage.ts';

const bucketForm = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})((?:\/[\w.-]+)*)\/?$/;

/** Opens the storage at an absolute path or at s3://bucket/path. */
export function openStorage(place: string, s3: S3Access | null): BackupStorage {
  if (!place.includes('://')) return createFolderStorage(place);
  const [, bucket, path = ''] = bucketForm.exec(place) ?? [];
  if (bucket === undefined) throw new BackupRefused('backups go to a folder, or to s3:// with a bucket and a path');
  if (s3 === null)
    throw new BackupRefused('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing: they open the storage');
  return createS3Storage(bucket, path.slice(1), s3);
}
