import type { InstallationId, Instant, LocalDate, OrganizationId } from '@atrium/domain/core';
import { type SQL, sql } from 'drizzle-orm';
import type { SalesReader, SalesRow, SoldAt } from '../measurements/index.ts';
import type { Database } from '../platform/relational/index.ts';
import { salesDays } from './sales.schema.ts';

/** One receipt as a shop tells it. */
export interface Receipt {
  readonly receipt: string;
  readonly soldAt: Instant;
  readonly items: number;
  readonly turnover: number;
  readonly currency: string;
}

type Place = Omit<SoldAt, 'currency'>;

/** Receipts of sites, and the days they tell everything about. */
export interface ReceiptsStore extends SalesReader {
  /** The first days of the months of which anything is known at any of these sites, oldest first. */
  coveredMonths(
    organizationId: OrganizationId,
    installationIds: readonly InstallationId[],
  ): Promise<readonly LocalDate[]>;
  /** Adds receipts; a known number takes the new content. */
  put(place: Place, receipts: readonly Receipt[]): Promise<void>;
  /** Says of days that all their receipts up to now are there. */
  cover(place: Place, days: readonly LocalDate[]): Promise<void>;
}

export function receiptsStore(db: Database): ReceiptsStore {
  return {
    async sums(site, edges) {
      const [from, to] = [edges[0], edges.at(-1)];
      if (from === undefined || to === undefined || from >= to) return [];
      const starts = `{${edges.slice(0, -1).join(',')}}`;
      const { rows } = await db.execute<Record<keyof SalesRow, number>>(sql`
        select starts[width_bucket(at, starts)] as edge,
          coalesce(sum(turnover) filter (where own), 0)::float8 as turnover,
          (count(*) filter (where own and turnover > 0))::float8 as orders,
          coalesce(sum(items) filter (where own and turnover > 0), 0)::float8 as goods,
          (count(*) filter (where not own))::float8 as foreign_count
        from (
          select ${starts}::float8[] as starts, (extract(epoch from sold_at) * 1000)::float8 as at, turnover, items,
            ${site.currency}::text is null or currency = ${site.currency} as own
          from sales_receipts
          where organization_id = ${site.organizationId} and installation_id = ${site.installationId}
            and sold_at >= ${new Date(from).toISOString()}::timestamptz and sold_at < ${new Date(to).toISOString()}::timestamptz
        ) receipts
        group by 1`);
      return rows.map((row) => ({ ...row, foreign: Number((row as Record<string, unknown>).foreign_count) }));
    },

    async coveredDays({ organizationId, installationId }, from, to) {
      const { rows } = await db.execute<{ date: LocalDate; until: number | null }>(sql`
        select date, case when bool_or(until is null) then null else extract(epoch from max(until))::float8 * 1000 end as until
        from ${toldDays(organizationId, [installationId])} told where date between ${from} and ${to} group by date`);
      return new Map(rows.map(({ date, until }) => [date, until]));
    },

    async coveredMonths(organizationId, installationIds) {
      if (installationIds.length === 0) return [];
      const { rows } = await db.execute<{ month: LocalDate }>(sql`
        select distinct left(date, 7) || '-01' as month from ${toldDays(organizationId, installationIds)} told order by 1`);
      return rows.map(({ month }) => month);
    },

    async put({ organizationId, installationId }, receipts) {
      for (let begin = 0; begin < receipts.length; begin += portion)
        await db.execute(sql`
          insert into sales_receipts (organization_id, installation_id, receipt, sold_at, items, turnover, currency)
          select ${organizationId}, ${installationId}, receipt, to_timestamp("soldAt" / 1000), items, turnover, currency
          from json_to_recordset(${JSON.stringify(receipts.slice(begin, begin + portion))}::json)
            as told(receipt text, "soldAt" float8, items numeric, turnover numeric, currency text)
          on conflict (installation_id, receipt) do update
            set sold_at = excluded.sold_at, items = excluded.items, turnover = excluded.turnover, currency = excluded.currency`);
    },

    async cover({ organizationId, installationId }, days) {
      if (days.length === 0) return;
      await db
        .insert(salesDays)
        .values(days.map((date) => ({ organizationId, installationId, date })))
        .onConflictDoUpdate({ target: [salesDays.installationId, salesDays.date], set: { until: null } });
    },
  };
}

/** Receipts of one statement, told as one text. */
const portion = 10_000;

/** Who said of which days what was sold: tills, and imports that are in force. */
function toldDays(organizationId: OrganizationId, installationIds: readonly InstallationId[]): SQL {
  const sites = sql`any(${`{${installationIds.join(',')}}`}::integer[])`;
  return sql`(
    select date, until from sales_days where organization_id = ${organizationId} and installation_id = ${sites}
    union all
    select days.date, days.until from sales_import_days days join sales_imports imports on imports.id = days.import_id
    where days.organization_id = ${organizationId} and days.installation_id = ${sites} and imports.undone_at is null
  )`;
}
