import type { Instant } from '@atrium/domain/core';

/** Reads a token's expiry; null if unreadable. For display and planning only: the server decides. */
export const parseExpiry = (token: string): Instant | null => parseClaim(token, 'exp');

/** Reads when the server issued a token, by the server's clock. */
export const parseIssuedAt = (token: string): Instant | null => parseClaim(token, 'iat');

function parseClaim(token: string, name: 'exp' | 'iat'): Instant | null {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const seconds = (JSON.parse(atob(body)) as Record<string, unknown>)[name];
    return typeof seconds === 'number' ? seconds * 1000 : null;
  } catch {
    return null;
  }
}
