import { type Instant, type LocalDate, listDays, type Span, toDaySpan, toSiteDay } from '@atrium/domain/core';
import type { SalesAmount } from '@atrium/domain/numbers';
import { listOpenSpans } from '@atrium/domain/sites';
import type { Evaluated, Evaluation } from '../evaluation.ts';
import { isWholeSite } from '../presence/setting-cells.ts';
import { Overlaps } from '../reporting/overlaps.ts';
import { buildCell, markPartial, sumByBucket } from '../reporting/series-reporting.ts';

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
