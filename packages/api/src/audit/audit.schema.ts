import type { AuditAction } from '@atrium/domain/audit';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from '../platform/tenancy/organizations.schema.ts';

/**
 * Only ever added to: the database itself refuses to change an entry, or to delete one while its organization is there.
 * People and what they did things to are plain numbers, so that entries outlive both.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** null: somebody signing in whom no organization knows. */
    organizationId: integer().references(() => organizations.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    action: text().$type<AuditAction>().notNull(),
    /** Who did it; null is the system itself, or somebody unknown. */
    actorUserId: integer(),
    /** Whom the actor was looking at the product as. */
    viewAsUserId: integer(),
    subjectId: integer(),
    /** The site it is about, null: none, or all. People limited to other sites don't read it. */
    installationId: integer(),
    details: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The peer's address, where a person did it. */
    address: text(),
  },
  (table) => [index().on(table.organizationId, table.id)],
);
