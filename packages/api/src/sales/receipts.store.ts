import type { Instant, LocalDate } from '@atrium/domain/core';
import { and, between, eq, sql } from 'drizzle-orm';
import type { SalesReader, SalesRow, SoldAt } from '../measurements/index.ts';
import type { Database } from '../platform/relational/index.ts';
import { salesDays, salesReceipts } from './sales.schema.ts';

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
export function receiptsStore(db: Database): SalesReader & {
  /** Adds receipts; a known number takes the new content. */
  put(place: Place, receipts: readonly Receipt[]): Promise<void>;
  cover(place: Place, days: readonly LocalDate[]): Promise<void>;
} {
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
      const rows = await db
        .select({ date: salesDays.date })
        .from(salesDays)
        .where(
          and(
            eq(salesDays.organizationId, organizationId),
            eq(salesDays.installationId, installationId),
            between(salesDays.date, from, to),
          ),
        );
      return new Set(rows.map(({ date }) => date));
    },

    async put(place, receipts) {
      for (let begin = 0; begin < receipts.length; begin += portion)
        await db
          .insert(salesReceipts)
          .values(receipts.slice(begin, begin + portion).map((one) => rowOf(place, one)))
          .onConflictDoUpdate({
            target: [salesReceipts.installationId, salesReceipts.receipt],
            set: {
              soldAt: sql`excluded.sold_at`,
              items: sql`excluded.items`,
              turnover: sql`excluded.turnover`,
              currency: sql`excluded.currency`,
            },
          });
    },

    async cover({ organizationId, installationId }, days) {
      if (days.length === 0) return;
      await db
        .insert(salesDays)
        .values(days.map((date) => ({ organizationId, installationId, date })))
        .onConflictDoNothing();
    },
  };
}

/** Rows of one statement: its parameters are counted in 16 bits. */
const portion = 2000;

function rowOf({ organizationId, installationId }: Place, { soldAt, turnover, ...rest }: Receipt) {
  return { organizationId, installationId, ...rest, soldAt: new Date(soldAt), turnover: turnover.toFixed(4) };
}
