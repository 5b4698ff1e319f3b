import type { ShopTotal } from '@atrium/domain/actions/sales';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { salesImportDays, salesImportSites, salesImports } from '../sales.schema.ts';

/** Number of new and corrected receipts of a site. */
export interface Difference {
  readonly added: number;
  readonly corrected: number;
}

export type Differences = ReadonlyMap<number, Difference>;

export interface ImportToRecord {
  readonly at: number;
  readonly fileName: string;
  readonly fileKey: string;
  readonly uploaderDateTime: string;
  readonly uploaderTimezone: string;
}

/** Builds the CTE of a batch of receipts. Writers sort by site and receipt, to avoid deadlocks. */
const buildReceiptsCte = (json: string): SQL => sql`
  told as (
    select installation_id, receipt, to_timestamp(sold_at / 1000) as sold_at, items, turnover, currency
    from json_to_recordset(${json}::json)
      as told(installation_id integer, receipt text, sold_at float8, items numeric, turnover numeric, currency text)
  )`;

const differs = sql`(r.sold_at, r.items, r.turnover, r.currency)
  is distinct from (told.sold_at, told.items, told.turnover, told.currency)`;

export function salesImportsStore(db: Database) {
  return {
    async insert({ organizationId, userId }: Scope, { at, ...told }: ImportToRecord): Promise<number> {
      const row = { ...told, organizationId, userId, at: new Date(at) };
      const [inserted] = await db.insert(salesImports).values(row).returning({ id: salesImports.id });
      if (inserted === undefined) throw new Error('an import was not recorded');
      return inserted.id;
    },

    /** Counts what storing these receipts would change. */
    async compare({ organizationId }: Scope, json: string): Promise<Differences> {
      const { rows } = await db.execute<DifferenceRow>(sql`
        with ${buildReceiptsCte(json)}
        select told.installation_id, count(*) filter (where r.id is null)::integer as added,
          count(*) filter (where r.id is not null and ${differs})::integer as corrected
        from told left join sales_receipts r on r.organization_id = ${organizationId}
          and r.installation_id = told.installation_id and r.receipt = told.receipt
        group by 1`);
      return differencesOf(rows);
    },

    /** Stores the receipts of an import, with their previous values for an undo. */
    async put({ organizationId }: Scope, importId: number, json: string): Promise<Differences> {
      const added = await db.execute<DifferenceRow>(sql`
        with ${buildReceiptsCte(json)}, added as (
          insert into sales_receipts
            (organization_id, installation_id, receipt, sold_at, items, turnover, currency, import_id)
          select ${organizationId}, installation_id, receipt, sold_at, items, turnover, currency, ${importId} from told
          order by installation_id, receipt collate "C"
          on conflict (installation_id, receipt) do nothing returning installation_id, receipt
        ), kept as (
          insert into sales_import_receipts (organization_id, import_id, installation_id, receipt)
          select ${organizationId}, ${importId}, installation_id, receipt from added
        )
        select installation_id, count(*)::integer as added, 0 as corrected from added group by 1`);
      const corrected = await db.execute<DifferenceRow>(sql`
        with ${buildReceiptsCte(json)}, known as (
          select r.*, told.sold_at as told_at, told.items as told_items, told.turnover as told_turnover,
            told.currency as told_currency, ${differs} as is_other
          from told join sales_receipts r
            on r.installation_id = told.installation_id and r.receipt = told.receipt
          where r.organization_id = ${organizationId} and r.import_id is distinct from ${importId}
          order by r.installation_id, r.receipt collate "C" for update of r
        ), kept as (
          insert into sales_import_receipts (organization_id, import_id, installation_id, receipt,
            before_sold_at, before_items, before_turnover, before_currency, before_import_id)
          select ${organizationId}, ${importId}, installation_id, receipt,
            sold_at, items, turnover, currency, import_id from known
        ), written as (
          update sales_receipts r set sold_at = told_at, items = told_items, turnover = told_turnover,
            currency = told_currency, import_id = ${importId}
          from known where known.id = r.id
        )
        select installation_id, 0 as added, count(*) filter (where is_other)::integer as corrected from known group by 1`);
      return differencesOf([...added.rows, ...corrected.rows]);
    },

    /** Records the totals of an import per site, and the days it covers. */
    async tell({ organizationId }: Scope, importId: number, shops: readonly ShopTotal[], differences: Differences) {
      for (const { shop, receipts, turnover, currency, told } of shops) {
        const { installationId } = shop;
        const { added = 0, corrected = 0 } = differences.get(installationId) ?? {};
        const [firstDay = '', lastDay = firstDay] = [told[0]?.date, told.at(-1)?.date];
        const figures = { receipts, added, corrected, turnover: String(turnover), currency, firstDay, lastDay };
        await db.insert(salesImportSites).values({ organizationId, importId, installationId, ...figures });
        const days = told.map(({ date, until }) => ({ date, until: until === null ? null : new Date(until) }));
        for (let begin = 0; begin < days.length; begin += daysPerInsert)
          await db
            .insert(salesImportDays)
            .values(
              days
                .slice(begin, begin + daysPerInsert)
                .map((day) => ({ organizationId, importId, installationId, ...day })),
            );
      }
    },
  };
}

export type SalesImportsStore = ReturnType<typeof salesImportsStore>;

const daysPerInsert = 1000;

type DifferenceRow = { installation_id: number; added: number; corrected: number };

function differencesOf(rows: readonly DifferenceRow[]): Differences {
  const sums = new Map<number, Difference>();
  for (const { installation_id, added, corrected } of rows) {
    const before = sums.get(installation_id) ?? { added: 0, corrected: 0 };
    sums.set(installation_id, { added: before.added + added, corrected: before.corrected + corrected });
  }
  return sums;
}
