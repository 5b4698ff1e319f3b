import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';
import { isFileKey } from './file-store.ts';

/** A file under the name it is saved by. */
export interface Download {
  readonly key: string;
  /** Any text, such as `Arcades du Lac, counting.xlsx`. */
  readonly name: string;
  /** Who was given the address, for a guard that asks whether they may still have the file: `7`, or `7.3`. */
  readonly holder?: string;
}

/**
 * Addresses of files for those who can send no token with a request: images of pages, and links of mails. They are
 * signed and expire. Whoever was given one may see that one file until then; no other can be told from it.
 */
export interface FileAddresses {
  /** A path of this server, good for one to two hours. The same for an hour, so that browsers need not fetch again. */
  addressOf(key: string): string;
  /** The key an address was made for; null where it was not made by us, or is no longer good. */
  keyOf(address: string): string | null;
  /** A path of this server for saving a file, good until an instant (ms), or up to an hour longer. */
  downloadAddressOf(download: Download, until: number): string;
  /** What an address for saving was made for; null as with `keyOf`. */
  downloadOf(address: string): Download | null;
}

const hour = 3_600_000;
const form = /^\/files\/([0-9a-z]{1,12})\.([\w-]{43})\/(.+)$/;
const downloadForm =
  /^\/files\/([0-9a-z]{1,12})\.([\w-]{43})\/([^?]+)\?name=([^&?]{1,1500})(?:&for=(\d{1,10}(?:\.\d{1,10})?))?$/;

export function createFileAddresses({
  secret,
  clock,
}: {
  readonly secret: string;
  readonly clock: Clock;
}): FileAddresses {
  const signed = (expires: string, ...about: readonly string[]) =>
    createHmac('sha256', secret)
      .update(['file address', expires, ...about].join('\n'))
      .digest();
  const isGood = (expires: string, signature: string, ...about: readonly string[]) => {
    if (Number.parseInt(expires, 36) * hour <= clock.now()) return false;
    const given = Buffer.from(signature, 'base64url');
    const right = signed(expires, ...about);
    return given.length === right.length && timingSafeEqual(given, right);
  };
  const endOf = (hours: number) => hours.toString(36);
  return {
    addressOf(key) {
      const expires = endOf(Math.ceil(clock.now() / hour) + 1);
      return `/files/${expires}.${signed(expires, key).toString('base64url')}/${key}`;
    },
    keyOf(address) {
      const [, expires = '', signature = '', key = ''] = form.exec(address) ?? [];
      return isFileKey(key) && isGood(expires, signature, key) ? key : null;
    },
    downloadAddressOf({ key, name, holder }, until) {
      const expires = endOf(Math.ceil(until / hour));
      const whole = name.toWellFormed();
      const signature = signed(expires, ...heldBy(holder), key, whole).toString('base64url');
      const query = `name=${encodeURIComponent(whole)}${holder === undefined ? '' : `&for=${holder}`}`;
      return `/files/${expires}.${signature}/${key}?${query}`;
    },
    downloadOf(address) {
      const [, expires = '', signature = '', key = '', encoded = '', holder] = downloadForm.exec(address) ?? [];
      // The name itself is signed: browsers write some of its signs otherwise than it was made, an apostrophe for one.
      const name = decoded(encoded);
      if (name === null || !isFileKey(key) || !isGood(expires, signature, ...heldBy(holder), key, name)) return null;
      return { key, name, ...(holder === undefined ? {} : { holder }) };
    },
  };
}

/** Before the key, which is no such text: a name cannot be taken for a holder. */
const heldBy = (holder: string | undefined) => (holder === undefined ? [] : [`held by ${holder}`]);

/** null: it is no text that was encoded. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
