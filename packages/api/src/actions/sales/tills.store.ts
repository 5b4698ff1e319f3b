import type { SoldReceipt } from '@atrium/domain/actions/sales';
import type { InstallationId, Instant, LocalDate, OrganizationId } from '@atrium/domain/core';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';

/** A till's ingest key, with totals of its receipts. */
export interface Till {
  readonly name: string;
  readonly publicId: string;
  readonly installationId: InstallationId | null;
  readonly createdAt: Instant;
  /** Time of its newest receipt. Null: none. */
  readonly lastSoldAt: Instant | null;
  readonly receipts: number;
  /** By currency. */
  readonly turnover: readonly { readonly currency: string; readonly amount: number }[];
}

export type ReceiptOutcome = 'accepted' | 'unchanged' | 'corrected';

export function tillsStore(db: Database) {
  return {
    /** Stores receipts, whose numbers must be unique per shop. Returns the outcome of each, in their order. */
    async put(
      organizationId: OrganizationId,
      keyId: number,
      receipts: readonly SoldReceipt[],
    ): Promise<readonly ReceiptOutcome[]> {
      const rows = receipts.map(({ shop, soldAt, ...rest }, place) => ({
        ...rest,
        installation_id: shop.installationId,
        sold_at: soldAt,
        place,
      }));
      const told = sql`told as (
        select place, installation_id, receipt, to_timestamp(sold_at / 1000) as sold_at, items, turnover, currency
        from json_to_recordset(${JSON.stringify(rows)}::json) as told(place integer, installation_id integer,
          receipt text, sold_at float8, items numeric, turnover numeric, currency text))`;
      const added = await db.execute<{ place: number }>(sql`
        with ${told}, added as (
          insert into sales_receipts (organization_id, installation_id, receipt, sold_at, items, turnover, currency, key_id)
          select ${organizationId}, installation_id, receipt, sold_at, items, turnover, currency, ${keyId} from told
          order by installation_id, receipt collate "C"
          on conflict (installation_id, receipt) do nothing returning installation_id, receipt
        )
        select place from told join added using (installation_id, receipt)`);
      const isNew = new Set(added.rows.map(({ place }) => place));
      const known = rows.filter(({ place }) => !isNew.has(place));
      const corrected = known.length === 0 ? [] : await this.correct(organizationId, keyId, known);
      return rows.map(({ place }) =>
        isNew.has(place) ? 'accepted' : corrected.includes(place) ? 'corrected' : 'unchanged',
      );
    },

    /** Corrects known receipts and assigns them to the till, so that undoing an import does not change them. */
    async correct(organizationId: OrganizationId, keyId: number, rows: readonly object[]): Promise<readonly number[]> {
      const { rows: corrected } = await db.execute<{ place: number }>(sql`
        with known as (
          select r.id, told.*, (r.sold_at, r.items, r.turnover, r.currency) is distinct from
            (to_timestamp(told.sold_at / 1000), told.items, told.turnover, told.currency) as is_other
          from json_to_recordset(${JSON.stringify(rows)}::json) as told(place integer, installation_id integer,
            receipt text, sold_at float8, items numeric, turnover numeric, currency text)
          join sales_receipts r on r.installation_id = told.installation_id and r.receipt = told.receipt
          where r.organization_id = ${organizationId}
          order by r.installation_id, r.receipt collate "C" for update of r
        ), written as (
          update sales_receipts r set sold_at = to_timestamp(known.sold_at / 1000), items = known.items,
            turnover = known.turnover, currency = known.currency, import_id = null, key_id = ${keyId}
          from known where known.id = r.id and (is_other or r.import_id is not null or r.key_id is distinct from ${keyId})
        )
        select place from known where is_other`);
      return corrected.map(({ place }) => place);
    },

    /** Marks a site's days as known up to a time or (null) entirely. Earlier days become entirely known. */
    async cover(
      { organizationId, installationId }: { organizationId: OrganizationId; installationId: number },
      days: ReadonlyMap<LocalDate, Instant | null>,
      today: LocalDate,
    ): Promise<void> {
      const rows = [...days].map(([date, until]) => ({ date, until }));
      await db.execute(sql`
        insert into sales_days (organization_id, installation_id, date, until)
        select ${organizationId}, ${installationId}, date, to_timestamp(until / 1000)
        from json_to_recordset(${JSON.stringify(rows)}::json) as told(date text, until float8) order by date
        on conflict (installation_id, date) do update set until = case
          when sales_days.until is null or excluded.until is null then null
          else greatest(sales_days.until, excluded.until) end`);
      await db.execute(sql`
        update sales_days set until = null
        where organization_id = ${organizationId} and installation_id = ${installationId} and date < ${today}
          and until is not null`);
    },

    /** Returns the active keys for receipts that the scope sees, with their totals. */
    async all({ organizationId, installationIds }: Scope): Promise<readonly Till[]> {
      const seen =
        installationIds === null
          ? sql`true`
          : sql`coalesce(k.installation_ids, array[k.installation_id]) <@ ${`{${installationIds.join(',')}}`}::integer[]`;
      const { rows } = await db.execute<TillRow>(sql`
        select k.name, k.public_id, k.installation_id, extract(epoch from k.created_at)::float8 * 1000 as created_at,
          r.currency, coalesce(r.receipts, 0)::integer as receipts, coalesce(r.turnover, 0)::float8 as turnover,
          extract(epoch from r.last)::float8 * 1000 as last
        from ingest_keys k left join lateral (
          select currency, count(*) as receipts, sum(turnover) as turnover, max(sold_at) as last
          from sales_receipts where key_id = k.id and organization_id = ${organizationId} group by 1
        ) r on true
        where k.organization_id = ${organizationId} and 'receipts:write' = any(k.scopes) and k.revoked_at is null and ${seen}
        order by k.id, r.currency limit 200`);
      return tillsOf(rows);
    },
  };
}

type TillRow = {
  name: string;
  public_id: string;
  installation_id: InstallationId | null;
  created_at: number;
  currency: string | null;
  receipts: number;
  turnover: number;
  last: number | null;
};

function tillsOf(rows: readonly TillRow[]): readonly Till[] {
  const tills = new Map<string, Till>();
  for (const row of rows) {
    const known = tills.get(row.public_id);
    const amounts = row.currency === null ? [] : [{ currency: row.currency, amount: row.turnover }];
    tills.set(row.public_id, {
      name: row.name,
      publicId: row.public_id,
      installationId: row.installation_id,
      createdAt: row.created_at,
      lastSoldAt: row.last === null ? (known?.lastSoldAt ?? null) : Math.max(row.last, known?.lastSoldAt ?? row.last),
      receipts: (known?.receipts ?? 0) + row.receipts,
      turnover: [...(known?.turnover ?? []), ...amounts],
    });
  }
  return [...tills.values()];
}
