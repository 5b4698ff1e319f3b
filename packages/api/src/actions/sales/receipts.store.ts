import type { InstallationId, Instant, LocalDate, OrganizationId } from '@atrium/domain/core';
import { type SQL, sql } from 'drizzle-orm';
import type { SalesReader, SalesRow, SoldAt } from '../../numbers/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { salesDays } from './sales.schema.ts';

/** One receipt of a shop. */
export interface Receipt {
  readonly receipt: string;
  readonly soldAt: Instant;
  readonly items: number;
  readonly turnover: number;
  readonly currency: string;
}

type Place = Omit<SoldAt, 'currency'>;

/** Receipts of sites, and the days with complete sales data. */
export interface ReceiptsStore extends SalesReader {
  /** Returns the first days of the months with sales data at any of these sites, oldest first. */
  coveredMonths(
    organizationId: OrganizationId,
    installationIds: readonly InstallationId[],
  ): Promise<readonly LocalDate[]>;
  /** Inserts receipts. A known number gets the new values. */
  put(place: Place, receipts: readonly Receipt[]): Promise<void>;
  /** Marks days as having complete sales data so far. */
  cover(place: Place, days: readonly LocalDate[]): Promise<void>;
}

export function receiptsStore(db: Database): ReceiptsStore {
  return {
    async sums(sites, edges) {
      const found = sites.map((): SalesRow[] => []);
      const [from, to] = [edges[0], edges.at(-1)];
      if (from === undefined || to === undefined || from >= to) return found;
      const starts = `{${edges.slice(0, -1).join(',')}}`;
      await runInParts(sites, async (part, first) => {
        const wanted = part.map(({ installationId: site, currency }, index) => ({
          number: first + index,
          site,
          currency,
        }));
        // Per site within the statement, because each has its own range of the index.
        const { rows } = await db.execute<
          Record<keyof SalesRow, number> & { number: number; foreign_count: number }
        >(sql`
          select wanted.number, sums.* from json_to_recordset(${JSON.stringify(wanted)}::json)
            as wanted(number integer, site integer, currency text)
          cross join lateral (
            select starts[width_bucket(at, starts)] as edge,
              coalesce(sum(turnover) filter (where own), 0)::float8 as turnover,
              (count(*) filter (where own and turnover > 0))::float8 as orders,
              coalesce(sum(items) filter (where own and turnover > 0), 0)::float8 as goods,
              (count(*) filter (where not own))::float8 as foreign_count
            from (
              select ${starts}::float8[] as starts, (extract(epoch from sold_at) * 1000)::float8 as at, turnover, items,
                wanted.currency is null or currency = wanted.currency as own
              from sales_receipts
              where organization_id = ${part[0]?.organizationId} and installation_id = wanted.site
                and sold_at >= ${new Date(from).toISOString()}::timestamptz and sold_at < ${new Date(to).toISOString()}::timestamptz
            ) receipts
            group by 1
          ) sums`);
        for (const { number, foreign_count, ...row } of rows) found[number]?.push({ ...row, foreign: foreign_count });
      });
      return found;
    },

    async coveredDays(sites, from, to) {
      const found = new Map<number, Map<LocalDate, Instant | null>>();
      const [organizationId] = sites.map((site) => site.organizationId);
      if (organizationId === undefined) return [];
      const ids = [...new Set(sites.map(({ installationId }) => installationId))];
      const { rows } = await db.execute<{ site: number; date: LocalDate; until: number | null }>(sql`
        select installation_id as site, date,
          case when bool_or(until is null) then null else extract(epoch from max(until))::float8 * 1000 end as until
        from ${selectKnownDays(organizationId, ids)} told where date between ${from} and ${to} group by installation_id, date`);
      for (const { site, date, until } of rows)
        found.set(site, (found.get(site) ?? new Map<LocalDate, Instant | null>()).set(date, until));
      return sites.map(({ installationId }) => found.get(installationId) ?? new Map());
    },

    async coveredMonths(organizationId, installationIds) {
      if (installationIds.length === 0) return [];
      const { rows } = await db.execute<{ month: LocalDate }>(sql`
        select distinct left(date, 7) || '-01' as month from ${selectKnownDays(organizationId, installationIds)} told order by 1`);
      return rows.map(({ month }) => month);
    },

    async put({ organizationId, installationId }, receipts) {
      for (let begin = 0; begin < receipts.length; begin += receiptsPerStatement)
        await db.execute(sql`
          insert into sales_receipts (organization_id, installation_id, receipt, sold_at, items, turnover, currency)
          select ${organizationId}, ${installationId}, receipt, to_timestamp("soldAt" / 1000), items, turnover, currency
          from json_to_recordset(${JSON.stringify(receipts.slice(begin, begin + receiptsPerStatement))}::json)
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

/** Receipts per statement, sent as one JSON text. */
const receiptsPerStatement = 10_000;

/** Sites per statement. More sites run in parallel on several connections. */
const sitesPerStatement = 20;

async function runInParts(
  sites: readonly SoldAt[],
  read: (part: readonly SoldAt[], first: number) => Promise<void>,
): Promise<void> {
  const firsts = Array.from(
    { length: Math.ceil(sites.length / sitesPerStatement) },
    (_, part) => part * sitesPerStatement,
  );
  await Promise.all(firsts.map((first) => read(sites.slice(first, first + sitesPerStatement), first)));
}

/** Selects the days with sales data: from tills, and from imports that were not undone. */
function selectKnownDays(organizationId: OrganizationId, installationIds: readonly InstallationId[]): SQL {
  const sites = sql`any(${`{${installationIds.join(',')}}`}::integer[])`;
  return sql`(
    select installation_id, date, until from sales_days where organization_id = ${organizationId} and installation_id = ${sites}
    union all
    select days.installation_id, days.date, days.until from sales_import_days days join sales_imports imports on imports.id = days.import_id
    where days.organization_id = ${organizationId} and days.installation_id = ${sites} and imports.undone_at is null
  )`;
}
