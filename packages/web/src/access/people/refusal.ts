import { CombinedGraphQLErrors } from '@apollo/client/errors';

/** Why the server said no; null for anything else, such as a network that is down. */
export function refusalOf(error: unknown): { readonly code: unknown; readonly field: string | null } | null {
  if (!CombinedGraphQLErrors.is(error)) return null;
  const { code, field } = error.errors[0]?.extensions ?? {};
  return { code, field: typeof field === 'string' ? field : null };
}
