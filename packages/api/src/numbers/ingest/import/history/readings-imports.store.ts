import { type Instant, id, type UserId } from '@atrium/domain/core';
import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import { type ImportedSpan, readingsImports } from './readings-imports.schema.ts';

/** Imports in a list. */
export const maxListedImports = 50;

export interface ReadingsImportRecord {
  readonly id: number;
  readonly at: Instant;
  readonly fileName: string;
  /** Null: a command, or a former user. */
  readonly userId: UserId | null;
  /** Readings that were new. */
  readonly added: number;
  /** Readings that replaced others. */
  readonly replaced: number;
  readonly installationIds: readonly number[];
  /** Null: running, or interrupted. */
  readonly endedAt: Instant | null;
  readonly undoneAt: Instant | null;
  readonly undoneBy: UserId | null;
  readonly undoneReason: string | null;
  /** Whether the readings that it replaced count again. */
  readonly isRestored: boolean;
}

/** Import whose readings do not count. */
export interface UndoneImport {
  readonly id: number;
  readonly sites: readonly ImportedSpan[];
}

export function readingsImportsStore(db: Database) {
  /** Only users who see all sites of an import see it. Before its first batch, its sites are not known. */
  const visibleTo = ({ organizationId, installationIds }: Scope): SQL | undefined =>
    and(
      eq(readingsImports.organizationId, organizationId),
      installationIds === null
        ? undefined
        : sql`${readingsImports.installationIds} <@ ${sql.param([...installationIds])}::integer[]`,
      installationIds === null ? undefined : sql`cardinality(${readingsImports.installationIds}) > 0`,
    );
  const isOne = (importId: number) => eq(readingsImports.id, importId);
  return {
    async insert({ organizationId, userId }: Scope, fileName: string, at: Instant): Promise<number> {
      const row = { organizationId, userId, fileName, at: new Date(at) };
      const [inserted] = await db.insert(readingsImports).values(row).returning({ id: readingsImports.id });
      if (inserted === undefined) throw new Error('an import was not recorded');
      return inserted.id;
    },

    async setSites(importId: number, installationIds: readonly number[]): Promise<void> {
      await db
        .update(readingsImports)
        .set({ installationIds: [...installationIds] })
        .where(isOne(importId));
    },

    async end(importId: number, counts: { readonly added: number; readonly replaced: number }, at: Instant) {
      await db
        .update(readingsImports)
        .set({ ...counts, endedAt: new Date(at) })
        .where(isOne(importId));
    },

    async remove(importId: number): Promise<void> {
      await db.delete(readingsImports).where(isOne(importId));
    },

    /** Returns the newest imports whose sites the caller sees. */
    async latest(scope: Scope): Promise<readonly ReadingsImportRecord[]> {
      const rows = await db
        .select()
        .from(readingsImports)
        .where(visibleTo(scope))
        .orderBy(desc(readingsImports.at), desc(readingsImports.id))
        .limit(maxListedImports);
      return rows.map(toRecord);
    },

    /** Returns null if it does not exist, or the caller does not see all its sites. `lock`: until the transaction ends. */
    async find(scope: Scope, importId: number, lock = false): Promise<ReadingsImportRecord | null> {
      const query = db
        .select()
        .from(readingsImports)
        .where(and(visibleTo(scope), isOne(importId)));
      const [row] = await (lock ? query.for('update') : query);
      return row === undefined ? null : toRecord(row);
    },

    async undo(
      { userId }: Scope,
      importId: number,
      spans: readonly ImportedSpan[],
      reason: string,
      at: Instant,
    ): Promise<void> {
      await db
        .update(readingsImports)
        .set({ undoneAt: new Date(at), undoneBy: userId, undoneReason: reason, undoneSpans: [...spans] })
        .where(isOne(importId));
    },

    async setRestored(importId: number): Promise<void> {
      await db.update(readingsImports).set({ isRestored: true }).where(isOne(importId));
    },

    /** Returns the undone imports of an organization. */
    async undoneOf(organizationId: number): Promise<readonly UndoneImport[]> {
      const rows = await db
        .select({ id: readingsImports.id, sites: readingsImports.undoneSpans })
        .from(readingsImports)
        .where(and(eq(readingsImports.organizationId, organizationId), isNotNull(readingsImports.undoneAt)))
        .orderBy(sql`${readingsImports.id}`);
      return rows.map(({ id: importId, sites }) => ({ id: importId, sites: sites ?? [] }));
    },
  };
}

function toRecord(row: typeof readingsImports.$inferSelect): ReadingsImportRecord {
  const toUser = (user: number | null) => (user === null ? null : id<UserId>(user));
  return {
    id: row.id,
    at: row.at.getTime(),
    fileName: row.fileName,
    userId: toUser(row.userId),
    added: row.added,
    replaced: row.replaced,
    installationIds: row.installationIds,
    endedAt: row.endedAt?.getTime() ?? null,
    undoneAt: row.undoneAt?.getTime() ?? null,
    undoneBy: toUser(row.undoneBy),
    undoneReason: row.undoneReason,
    isRestored: row.isRestored,
  };
}
