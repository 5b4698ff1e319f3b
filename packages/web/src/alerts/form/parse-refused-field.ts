import { CombinedGraphQLErrors } from '@apollo/client/errors';

/** Returns the field named in the server's error; null if none. */
export function parseRefusedField(error: unknown): string | null {
  if (!CombinedGraphQLErrors.is(error)) return null;
  const field = error.errors[0]?.extensions?.field;
  return typeof field === 'string' ? field : null;
}
