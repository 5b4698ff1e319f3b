import { CombinedGraphQLErrors } from '@apollo/client/errors';

/** Returns why the server refused; null for other errors, e.g. of the network. */
export function parseRefusal(error: unknown): { readonly code: unknown; readonly field: string | null } | null {
  if (!CombinedGraphQLErrors.is(error)) return null;
  const { code, field } = error.errors[0]?.extensions ?? {};
  return { code, field: typeof field === 'string' ? field : null };
}
