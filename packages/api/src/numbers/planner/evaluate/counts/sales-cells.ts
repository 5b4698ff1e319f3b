import { type Instant, type LocalDate, listDays, type Span, toDaySpan, toSiteDay } from '@atrium/domain/core';
import type { SalesAmount } from '@atrium/domain/numbers';
import { listOpenSpans } from '@atrium/domain/sites';
import type { Evaluated, Evaluation, SalesOfSite, SalesReader, SoldAt } from '../evaluation.ts';
import { isWholeSite } from '../presence/setting-cells.ts';
import { buildCell, markPartial, Overlaps, sumByBucket } from '../reporting/series-reporting.ts';

/**
 * Creates a reader for the queries of one page. Repeated reads of the same receipts run once; simultaneous reads of
 * several sites share one statement.
 */
export function batchSales(sales: SalesReader): SalesOfSite {
  const sums = new Map<string, ReturnType<SalesOfSite['sums']>>();
  const days = new Map<string, ReturnType<SalesOfSite['coveredDays']>>();
  const sumsTogether = together(sales.sums);
  const daysTogether = together(sales.coveredDays);
  return {
    sums(site, edges) {
      const times = edges.join(' ');
      return once(sums, `${site.installationId} ${site.currency} ${times}`, () => sumsTogether(times, site, edges));
    },
    coveredDays(site, from, to) {
      const times = `${from} ${to}`;
      return once(days, `${site.installationId} ${times}`, () => daysTogether(times, site, from, to));
    },
  };
}

function once<Value>(known: Map<string, Value>, key: string, read: () => Value): Value {
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}

/** Batches single-site reads of the same times that are requested in the same turn of the event loop. */
function together<Times extends readonly unknown[], Value>(
  read: (sites: readonly SoldAt[], ...times: Times) => Promise<readonly Value[]>,
) {
  const waiting = new Map<string, { readonly sites: SoldAt[]; readonly values: Promise<readonly Value[]> }>();
  return async (key: string, site: SoldAt, ...times: Times): Promise<Value> => {
    const batch = waiting.get(key) ?? begin(key, times);
    const index = batch.sites.push(site) - 1;
    return (await batch.values)[index] as Value;
  };

  function begin(key: string, times: Times) {
    const sites: SoldAt[] = [];
    const turn = new Promise<void>((resume) => setImmediate(resume));
    const values = turn.then(() => {
      waiting.delete(key);
      return read(sites, ...times);
    });
    const batch = { sites, values };
    waiting.set(key, batch);
    return batch;
  }
}

/** Returns sales of a whole site: known on open days covered by an import, and wherever there is a receipt. */
export async function buildSalesCells(evaluation: Evaluation, of: SalesAmount): Promise<Evaluated> {
  const { sales, topology, timeline, series, now } = evaluation;
  const { edges, bucketOf, buckets } = timeline;
  const [begin, end] = [edges[0], edges.at(-1)];
  if (begin === undefined || end === undefined)
    return { cells: series.map(() => new Map([['', []]])), devices: new Map() };
  const [rows, covered] = await Promise.all([
    sales.sums(topology, edges),
    sales.coveredDays(topology, toSiteDay(topology, begin), toSiteDay(topology, end)),
  ]);
  const open = listDays(topology, { from: begin, to: end }).filter((day) => listOpenSpans(topology, day).length > 0);
  const isOpen = new Set(open);
  const owed = time(evaluation, new Map(open.map((day) => [day, null])));
  const delivered = time(evaluation, new Map([...covered].filter(([day]) => isOpen.has(day))));
  const bucketAt = new Map(bucketOf.map((bucket, piece) => [edges[piece] as number, bucket]));
  const sums = new Map<number, { sum: number; foreign: number }>();
  for (const row of rows) {
    const bucket = bucketAt.get(row.edge) ?? -1;
    const before = sums.get(bucket) ?? { sum: 0, foreign: 0 };
    sums.set(bucket, { sum: before.sum + row[of], foreign: before.foreign + row.foreign });
  }
  const line = buckets.map((bucket, index) => {
    const found = sums.get(index);
    const isKnown = found !== undefined || (delivered[index] as number) > 0;
    const measure = isKnown ? ({ kind: 'flow', sum: found?.sum ?? 0 } as const) : null;
    const cell = buildCell(bucket, measure, owed[index] as number, delivered[index] as number, now);
    return (found?.foreign ?? 0) > 0 ? markPartial(cell) : cell;
  });
  const none = buckets.map((bucket) => buildCell(bucket, null, 0, 0, now));
  return {
    cells: series.map(({ selection }) => new Map([['', isWholeSite(topology, selection.zoneIds) ? line : none]])),
    devices: new Map(),
  };
}

/**
 * Returns the past ms of each bucket that lie on the covered days. Some days are covered only up to an instant; the
 * rest of a current day is unknown.
 */
function time({ topology, timeline, now }: Evaluation, days: ReadonlyMap<LocalDate, Instant | null>): Float64Array {
  const spans = [...days].flatMap(([day, until]): readonly Span[] => {
    const { from, to } = toDaySpan(topology, day);
    const end = Math.min(to, now, until ?? to);
    return from < end ? [{ from, to: end }] : [];
  });
  const pieces = new Overlaps(timeline);
  pieces.add(spans);
  return sumByBucket(timeline, pieces.sums());
}
