import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';

/** Addresses of stored files that work for whoever was told them, for a while. */
export interface FileLinks {
  /** Path and query below the product's own origin. */
  urlOf(key: string): string;
  /** Until when (epoch ms) the link a request came by works; null: it never did, or no longer does. */
  check(key: string, until: string, signature: string): number | null;
}

/**
 * A page shows pictures by plain addresses, which carry no token: so the address itself is the permission, made only for
 * whoever may read the row that names the file. It changes once in half a day, so that browsers can keep the picture.
 */
const stepMs = 12 * 60 * 60_000;

export function fileLinks(secret: string, clock: Clock): FileLinks {
  const hmacKey = Buffer.from(hkdfSync('sha256', secret, '', 'atrium file link v1', 32));
  const sign = (key: string, until: number) => createHmac('sha256', hmacKey).update(`${key}\n${until}`).digest();
  return {
    urlOf(key) {
      const until = (Math.ceil(clock.now() / stepMs) + 1) * stepMs;
      return `/files/${key}?until=${until}&signature=${sign(key, until).toString('base64url')}`;
    },
    check(key, text, signature) {
      const until = Number(text);
      if (!Number.isSafeInteger(until) || until <= clock.now()) return null;
      const presented = Buffer.from(signature, 'base64url');
      const expected = sign(key, until);
      return presented.length === expected.length && timingSafeEqual(presented, expected) ? until : null;
    },
  };
}
