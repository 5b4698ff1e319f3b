import type { Reason } from '@atrium/domain/core';

interface Failed {
  readonly extensions?: { readonly code?: unknown; readonly field?: unknown; readonly reason?: Reason };
}

const extensionsOf = (error: unknown) => (error as { errors?: readonly Failed[] } | null)?.errors?.[0]?.extensions;

/** Returns the server's error code, if any. */
export function findErrorCode(error: unknown): string | null {
  const code = extensionsOf(error)?.code;
  return typeof code === 'string' ? code : null;
}

/** Returns the server's reason for a refusal, if any. */
export const findErrorReason = (error: unknown): Reason | undefined => extensionsOf(error)?.reason;

/** Returns the field at fault as named by the server, if any. */
export function findErrorField(error: unknown): string | null {
  const field = extensionsOf(error)?.field;
  return typeof field === 'string' ? field : null;
}
