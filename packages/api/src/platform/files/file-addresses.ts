import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';
import { isFileKey } from './file-store.ts';

/**
 * Addresses of files for pages, which can send no token with an image: signed, and good for one to two hours. Whoever
 * was given one may see that one file until then; no other can be told from it.
 */
export interface FileAddresses {
  /** A path of this server. The same for an hour, so that browsers need not fetch again. */
  addressOf(key: string): string;
  /** The key an address was made for; null where it was not made by us, or is no longer good. */
  keyOf(address: string): string | null;
}

const hour = 3_600_000;
const form = /^\/files\/([0-9a-z]{1,12})\.([\w-]{43})\/(.+)$/;

export function createFileAddresses({
  secret,
  clock,
}: {
  readonly secret: string;
  readonly clock: Clock;
}): FileAddresses {
  const sign = (expires: string, key: string) =>
    createHmac('sha256', secret).update(`file address\n${expires}\n${key}`).digest();
  return {
    addressOf(key) {
      const expires = (Math.ceil(clock.now() / hour) + 1).toString(36);
      return `/files/${expires}.${sign(expires, key).toString('base64url')}/${key}`;
    },
    keyOf(address) {
      const [, expires = '', signature = '', key = ''] = form.exec(address) ?? [];
      if (!isFileKey(key) || Number.parseInt(expires, 36) * hour <= clock.now()) return null;
      const given = Buffer.from(signature, 'base64url');
      const right = sign(expires, key);
      return given.length === right.length && timingSafeEqual(given, right) ? key : null;
    },
  };
}
