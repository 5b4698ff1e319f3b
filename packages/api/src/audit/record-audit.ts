import type { AuditAction, AuditDetails } from '@atrium/domain/audit';
import type { InstallationId, Instant } from '@atrium/domain/core';
import type { Database } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { auditStore } from './audit.store.ts';

export interface AuditEntryToRecord<Action extends AuditAction> {
  readonly at: Instant;
  readonly action: Action;
  readonly details: AuditDetails<Action>;
  /** The account, key or organization it is about. */
  readonly subjectId?: number;
  readonly installationId?: InstallationId;
  /** The peer's address; that of the scope's request where nothing is said. */
  readonly address?: string;
}

/** Somebody signing in who is no account of any organization. */
export const nobody = { organizationId: null, userId: null, viewedBy: null } as const;

/**
 * Writes down what somebody did. Given the transaction that does it, so that neither is there without the other. Of
 * somebody looking at the product as another person both are kept.
 */
export async function audit<Action extends AuditAction>(
  actor: Scope | typeof nobody,
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

/** The same of what people do for themselves alone: it is written down where an administrator does it as them. */
export async function auditViewed<Action extends AuditAction>(
  actor: Scope,
  transaction: Database,
  entry: AuditEntryToRecord<Action>,
): Promise<void> {
  if (actor.viewedBy !== null) await audit(actor, transaction, entry);
}
