import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { MessageId, Translate } from '../../i18n/index.ts';

const texts: Readonly<Record<string, MessageId>> = {
  FORBIDDEN: 'reports.refused.forbidden',
  RATE_LIMITED: 'reports.refused.tooOften',
  OVERLOADED: 'reports.refused.busy',
};

/** Returns the message for a refused change; `otherwise` if the server's reason does not help the user. */
export function formatRefusal(error: unknown, otherwise: MessageId, t: Translate): string {
  const code = extensionsOf(error)?.code;
  return t((typeof code === 'string' ? texts[code] : undefined) ?? otherwise);
}

export const isNotFound = (error: unknown): boolean => extensionsOf(error)?.code === 'NOT_FOUND';

/** Returns the field named in the server's error, such as `zoneId`; null if none. */
export function parseRefusedField(error: unknown): string | null {
  const field = extensionsOf(error)?.field;
  return typeof field === 'string' ? field.replace(/^input\./, '') : null;
}

const extensionsOf = (error: unknown) => (CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions : undefined);
