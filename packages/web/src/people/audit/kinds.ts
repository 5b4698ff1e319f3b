import { type AuditAction, auditActions, isAuditAction } from '@atrium/domain/people/audit';
import type { MessageId } from '../../i18n/index.ts';

/** Kinds of actions to filter by. The prefix of an action decides its kind. */
export const kinds = ['signIns', 'people', 'rights', 'settings', 'viewAs'] as const;
export type Kind = (typeof kinds)[number];

export const kindTexts: Record<Kind, MessageId> = {
  signIns: 'audit.filter.signIns',
  people: 'audit.filter.people',
  rights: 'audit.filter.rights',
  settings: 'audit.filter.settings',
  viewAs: 'audit.filter.viewAs',
};

const signInPrefixes: readonly AuditAction[] = [
  'account.browserTrusted',
  'account.passwordResetRequested',
  'account.passwordReset',
];

export function findKind(action: AuditAction): Kind {
  if (action.startsWith('session.viewAs')) return 'viewAs';
  if (action.startsWith('access.')) return 'rights';
  if (action.startsWith('session.') || signInPrefixes.includes(action)) return 'signIns';
  if (action.startsWith('account.')) return 'people';
  return action.startsWith('profile.') ? 'rights' : 'settings';
}

export const selectActions = (kind: Kind): readonly AuditAction[] =>
  Object.keys(auditActions)
    .filter(isAuditAction)
    .filter((action) => findKind(action) === kind);
