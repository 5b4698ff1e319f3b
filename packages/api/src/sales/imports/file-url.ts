import type { Instant } from '@atrium/domain/core';
import type { Files } from '../../platform/files/index.ts';

const hour = 3_600_000;

/** Returns the download URL of an import's file under its own name, valid for one to two hours. */
export const buildFileUrl = (
  { addresses }: Files,
  { fileKey, fileName }: { readonly fileKey: string; readonly fileName: string },
  now: Instant,
): string => addresses.downloadAddressOf({ key: fileKey, name: fileName }, now + hour);
