import type { Instant } from '@atrium/domain/core';
import type { Files } from '../../platform/files/index.ts';

const hour = 3_600_000;

/** Where the file of an import is saved from, under its own name, for an hour or two. */
export const fileUrlOf = (
  { addresses }: Files,
  { fileKey, fileName }: { readonly fileKey: string; readonly fileName: string },
  now: Instant,
): string => addresses.downloadAddressOf({ key: fileKey, name: fileName }, now + hour);
