import { CombinedGraphQLErrors } from '@apollo/client/errors';

/** The field the server names where it says no; null where it names none. */
export function refusedField(error: unknown): string | null {
  if (!CombinedGraphQLErrors.is(error)) return null;
  const field = error.errors[0]?.extensions?.field;
  return typeof field === 'string' ? field : null;
}
