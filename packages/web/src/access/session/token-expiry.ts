import type { Instant } from '@atrium/domain/core';

/** When a token ends, as it says itself; null for one that can't be read. To show and to plan by: the server decides. */
export function expiryOf(token: string): Instant | null {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(body)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null;
  }
}
