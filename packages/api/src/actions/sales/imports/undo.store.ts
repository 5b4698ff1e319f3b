import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { salesImports } from '../sales.schema.ts';

export interface UndoEffect {
  /** Receipts to delete. */
  readonly removed: number;
  /** Receipts that get their previous values. */
  readonly restored: number;
  /** Receipts that stay, because they changed later. */
  readonly kept: number;
  /** By currency. */
  readonly turnover: readonly { readonly currency: string; readonly change: number }[];
}

/** Receipts of an import that did not change later. */
const selectUnchanged = (importId: number): SQL => sql`
  sales_import_receipts c join sales_receipts r
    on r.installation_id = c.installation_id and r.receipt = c.receipt and r.import_id = c.import_id
  where c.import_id = ${importId}`;

const sameKey = sql`later.installation_id = c.installation_id and later.receipt = c.receipt`;

export function undoStore(db: Database) {
  return {
    async effect(importId: number): Promise<UndoEffect> {
      const counted = await db.execute<{ told: number; removed: number; restored: number; untouched: number }>(sql`
        select (select count(*)::integer from sales_import_receipts where import_id = ${importId}) as told,
          count(*) filter (where before_sold_at is null)::integer as removed,
          count(*) filter (where before_sold_at is not null and ${wasOther})::integer as restored,
          count(*) filter (where before_sold_at is not null and not (${wasOther}))::integer as untouched
        from ${selectUnchanged(importId)}`);
      const { told, removed, restored, untouched } = counted.rows[0] ?? {
        told: 0,
        removed: 0,
        restored: 0,
        untouched: 0,
      };
      const money = await db.execute<{ currency: string; change: number }>(sql`
        select currency, sum(amount)::float8 as change from (
          select r.currency, -r.turnover as amount from ${selectUnchanged(importId)}
          union all
          select c.before_currency, c.before_turnover from ${selectUnchanged(importId)} and c.before_sold_at is not null
        ) amounts group by 1 order by 1`);
      return { removed, restored, kept: told - removed - restored - untouched, turnover: money.rows };
    },

    /**
     * Restores the previous values. Later imports stay in effect, and undoing them restores the values before this
     * import.
     */
    async undo({ userId }: Scope, importId: number, at: Date): Promise<void> {
      await db.execute(sql`
        with mine as (
          select c.*, r.id from ${selectUnchanged(importId)}
          order by r.installation_id, r.receipt collate "C" for update of r
        ), gone as (
          delete from sales_receipts r using mine where r.id = mine.id and mine.before_sold_at is null
        )
        update sales_receipts r set sold_at = mine.before_sold_at, items = mine.before_items,
          turnover = mine.before_turnover, currency = mine.before_currency, import_id = mine.before_import_id
        from mine where r.id = mine.id and mine.before_sold_at is not null`);
      await db.execute(sql`
        update sales_import_receipts later set before_sold_at = c.before_sold_at, before_items = c.before_items,
          before_turnover = c.before_turnover, before_currency = c.before_currency, before_import_id = c.before_import_id
        from sales_import_receipts c
        where c.import_id = ${importId} and later.before_import_id = ${importId} and ${sameKey}`);
      await db.update(salesImports).set({ undoneAt: at, undoneBy: userId }).where(eq(salesImports.id, importId));
    },
  };
}

const wasOther = sql`(r.sold_at, r.items, r.turnover, r.currency)
  is distinct from (c.before_sold_at, c.before_items, c.before_turnover, c.before_currency)`;
