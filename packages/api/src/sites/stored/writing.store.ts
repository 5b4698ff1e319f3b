import type { Instant, OrganizationId } from '@atrium/domain/core';
import { eq, inArray } from 'drizzle-orm';
import type { AnyPgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Ids } from './loader.ts';
import { type Entities, type Entity, splitKey } from './site-state.ts';

/** Rows per statement. A file may have tens of thousands of rows, and each statement is a round trip. */
const batchSize = 1000;

/** State of a record before and after a change. */
export interface RecordChange<Kind extends Entity> {
  readonly kind: Kind;
  /** Key within its kind (`keyBuilders`). */
  readonly key: string;
  /** Null: it did not exist. */
  readonly before: Entities[Kind] | null;
  /** Null: it is deleted. */
  readonly after: Entities[Kind] | null;
}

export type Writer<Kind extends Entity> = (changes: readonly RecordChange<Kind>[], writing: Writing) => Promise<void>;

export interface Writing {
  /** A transaction, so that a file is applied as a whole or not at all. */
  readonly db: Database;
  readonly organizationId: OrganizationId;
  readonly ids: Ids;
  readonly now: Instant;
}

/** Returns the id of a record that is stored or was written before. */
export function getId(kind: Entity, key: string, { ids }: Writing): number {
  const id = ids[kind].get(key);
  if (id === undefined) throw new Error(`the ${kind} ${splitKey(key).join('/')} is named before it is written`);
  return id;
}

export const toDate = (instant: Instant | null): Date | null => (instant === null ? null : new Date(instant));

/** Writes records of a kind to a table. Inserts new ones in batches and adds their ids to `ids`. */
export async function writeRows<Kind extends Entity, Table extends PgTable & { readonly id: AnyPgColumn }>(
  changes: readonly RecordChange<Kind>[],
  table: Table,
  { db, organizationId, ids }: Writing,
  valuesOf: (after: Entities[Kind]) => object,
): Promise<void> {
  const [first] = changes;
  if (first === undefined) return;
  const known = ids[first.kind];
  const added: { readonly key: string; readonly row: object }[] = [];
  for (const { key, after } of changes) {
    if (after === null) continue;
    const id = known.get(key);
    const row = { organizationId, ...valuesOf(after) };
    if (id === undefined) added.push({ key, row });
    else
      await db
        .update(table)
        .set(row as PgUpdateSetSource<Table>)
        .where(eq(table.id, id));
  }
  for (const some of inPortions(added)) {
    // The rows return in insertion order.
    const written = (await db
      .insert(table)
      .values(some.map(({ row }) => row as PgInsertValue<Table>))
      .returning({ id: table.id })) as { id: number }[];
    if (written.length !== some.length) throw new Error('rows were written that have no id');
    for (const [index, { key }] of some.entries()) known.set(key, (written[index] as { id: number }).id);
  }
}

/** Replaces all rows of the given owners. */
export async function replaceRows<Table extends PgTable>(
  db: Database,
  table: Table,
  owner: AnyPgColumn,
  owners: readonly number[],
  rows: readonly PgInsertValue<Table>[],
): Promise<void> {
  for (const some of inPortions(owners)) await db.delete(table).where(inArray(owner, some));
  for (const some of inPortions(rows)) await db.insert(table).values(some);
}

function inPortions<One>(all: readonly One[]): One[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, index) =>
    all.slice(index * batchSize, (index + 1) * batchSize),
  );
}
