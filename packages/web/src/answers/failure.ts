import type { Reason } from '@atrium/domain/core';

interface Failed {
  readonly extensions?: { readonly code?: unknown; readonly field?: unknown; readonly reason?: Reason };
}

const extensionsOf = (error: unknown) => (error as { errors?: readonly Failed[] } | null)?.errors?.[0]?.extensions;

/** The server's own word for what went wrong, where it gave one. */
export function codeOf(error: unknown): string | null {
  const code = extensionsOf(error)?.code;
  return typeof code === 'string' ? code : null;
}

/** Why it refused what was asked, where it did. */
export const reasonOf = (error: unknown): Reason | undefined => extensionsOf(error)?.reason;

/** The field at fault, as the server names it. */
export function fieldOf(error: unknown): string | null {
  const field = extensionsOf(error)?.field;
  return typeof field === 'string' ? field : null;
}
