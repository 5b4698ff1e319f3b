import { CombinedGraphQLErrors } from '@apollo/client';
import type { Translate } from '../i18n/index.ts';

/** Returns the message for a refused change. */
export function formatRefusal(error: unknown, t: Translate): string {
  const isForbidden = codesOf(error).includes('FORBIDDEN');
  return t(isForbidden ? 'stopAndGo.toast.forbidden' : 'stopAndGo.toast.failed');
}

const codesOf = (error: unknown): readonly unknown[] =>
  CombinedGraphQLErrors.is(error) ? error.errors.map(({ extensions }) => extensions?.code) : [];
