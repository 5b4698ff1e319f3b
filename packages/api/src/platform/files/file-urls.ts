import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';
import { isFileKey } from './file-store.ts';

/** Returns an uploaded file's name without control characters, limited in length. It is used only for display. */
export const toDisplayName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(-200);

/** File with its download name. */
export interface Download {
  readonly key: string;
  /** Any text, such as `Arcades du Lac, counting.xlsx`. */
  readonly name: string;
  /** Recipient of the URL, so that a guard can check current access: `7`, or `7.3`. */
  readonly holder?: string;
}

/**
 * Signed, expiring URLs of files for requests that cannot send a token: images of pages, and links in mails. A URL
 * gives access to that one file until it expires; URLs of other files cannot be derived from it.
 */
export interface FileUrls {
  /**
   * Returns a URL path of this server, valid for one to two hours. It stays the same for an hour, so that browsers can
   * cache it.
   */
  addressOf(key: string): string;
  /** Returns the key of a URL; null when it is forged or expired. */
  keyOf(address: string): string | null;
  /** Returns a URL path for a download, valid until an instant (ms) or up to an hour longer. */
  buildDownloadUrl(download: Download, until: number): string;
  /** Parses a download URL; null as for `keyOf`. */
  downloadOf(address: string): Download | null;
}

const hour = 3_600_000;
const form = /^\/files\/([0-9a-z]{1,12})\.([\w-]{43})\/(.+)$/;
const downloadForm =
  /^\/files\/([0-9a-z]{1,12})\.([\w-]{43})\/([^?]+)\?name=([^&?]{1,1500})(?:&for=(\d{1,10}(?:\.\d{1,10})?))?$/;

export function createFileUrls({ secret, clock }: { readonly secret: string; readonly clock: Clock }): FileUrls {
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
    buildDownloadUrl({ key, name, holder }, until) {
      const expires = endOf(Math.ceil(until / hour));
      const whole = name.toWellFormed();
      const signature = signed(expires, ...heldBy(holder), key, whole).toString('base64url');
      const query = `name=${encodeURIComponent(whole)}${holder === undefined ? '' : `&for=${holder}`}`;
      return `/files/${expires}.${signature}/${key}?${query}`;
    },
    downloadOf(address) {
      const [, expires = '', signature = '', key = '', encoded = '', holder] = downloadForm.exec(address) ?? [];
      // The signature covers the decoded name, because browsers encode some characters differently, such as an
      // apostrophe.
      const name = decoded(encoded);
      if (name === null || !isFileKey(key) || !isGood(expires, signature, ...heldBy(holder), key, name)) return null;
      return { key, name, ...(holder === undefined ? {} : { holder }) };
    },
  };
}

/** Signed before the key. No key has this form, so a name cannot pass as a holder. */
const heldBy = (holder: string | undefined) => (holder === undefined ? [] : [`held by ${holder}`]);

/** Returns null when the text is not validly encoded. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
