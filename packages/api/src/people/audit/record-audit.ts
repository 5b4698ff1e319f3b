import type { InstallationId, Instant } from '@atrium/domain/core';
import type { AuditAction, AuditDetails } from '@atrium/domain/people/audit';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { auditStore } from './audit.store.ts';

export interface AuditEntryToRecord<Action extends AuditAction> {
  readonly at: Instant;
  readonly action: Action;
  readonly details: AuditDetails<Action>;
  /** The account, key or organization it is about. */
  readonly subjectId?: number;
  readonly installationId?: InstallationId;
  /** IP address of the peer. Default: that of the scope's request. */
  readonly address?: string;
}

/** Actor of a sign-in attempt without a known account. */
export const unknownActor = { organizationId: null, userId: null, viewedBy: null } as const;

/**
 * Records an action in the transaction that performs it, so that neither exists without the other. Records both users
 * if an administrator views as another.
 */
export async function recordAudit<Action extends AuditAction>(
  actor: Scope | typeof unknownActor,
  transaction: Database,
  entry: AuditEntryToRecord<Action>,
): Promise<void> {
  const { organizationId, userId, viewedBy } = actor;
  await auditStore(transaction).append({
    organizationId,
    actorUserId: viewedBy ?? userId,
    viewAsUserId: viewedBy === null ? null : userId,
    at: new Date(entry.at),
    action: entry.action,
    details: entry.details as Readonly<Record<string, unknown>>,
    subjectId: entry.subjectId ?? null,
    installationId: entry.installationId ?? null,
    address: entry.address ?? ('address' in actor ? (actor.address ?? null) : null),
  });
}

/** Records private actions of users only if an administrator performs them while viewing as the user. */
export async function recordAuditIfViewed<Action extends AuditAction>(
  actor: Scope,
  transaction: Database,
  entry: AuditEntryToRecord<Action>,
): Promise<void> {
  if (actor.viewedBy !== null) await recordAudit(actor, transaction, entry);
}
