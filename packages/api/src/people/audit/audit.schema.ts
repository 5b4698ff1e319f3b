import type { AuditAction } from '@atrium/domain/people/audit';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';

/**
 * Append-only: the database refuses to change an entry, or to delete one while its organization exists. Users and
 * subjects have no foreign keys, so that entries outlive both.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null: a sign-in attempt without a known organization. */
    organizationId: integer().references(() => organizations.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    action: text().$type<AuditAction>().notNull(),
    /** Null: the system, or an unknown person. */
    actorUserId: integer(),
    /** User whose view the actor used. */
    viewAsUserId: integer(),
    subjectId: integer(),
    /** Site of the entry. Null: none, or all. Users limited to other sites do not see it. */
    installationId: integer(),
    details: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    /** IP address of the peer, for actions of users. */
    address: text(),
  },
  (table) => [index().on(table.organizationId, table.id)],
);
