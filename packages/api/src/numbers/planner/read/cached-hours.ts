import type { Instant, Span } from '@atrium/domain/core';
import type { Statement } from '../../../platform/analytics-store.ts';
import { type StoredLine, storedLinesWhere } from '../../recent-readings/recent-days.store.ts';
import { RecentReadings } from '../../recent-readings/recent-readings.ts';
import { type DirtyDays, dayMs } from '../../rollups/dirty-days.ts';
import { getHull } from '../spans.ts';
import { VersionedCache } from '../versioned-cache.ts';
import { createMergingReader, mergeTargets, type ScanTarget, type TimedScan, toFilter } from './merge-scans.ts';
import type { RollupsContext } from './read-context.ts';
import { maxReadingMs } from './statements/count-statements.ts';
import { buildRangesPart, type ReadingsSelection, sentCondition, sentParams } from './statements/readings-of.ts';

const hourMs = 3_600_000;

/**
 * Reads stored readings within spans (ascending, disjoint), by device, metric, descriptors and length. With `hours`
 * (their starts), only readings within or reaching into those hours.
 */
export function stretchStatement(
  sent: ReadingsSelection,
  spans: readonly Span[],
  hours: readonly Instant[],
): Statement {
  const within = buildRangesPart('r', spans);
  const touching = `
    AND arrayExists(one -> at < one + ${hourMs} AND (at >= one OR (at >= one - ${maxReadingMs} AND at + toInt64(interval) * 1000 > one)), {hours:Array(Int64)})`;
  return {
    sql: storedLinesWhere(
      `${sentCondition}
    AND ${within.condition}${touching}`,
    ),
    params: { ...sentParams(sent), ...within.params, hours },
  };
}

/** Identity of a read of one site up to an instant. */
interface PastRead {
  readonly organization: number;
  readonly installation: number;
  /** Readings from then on do not affect it. */
  readonly until: Instant;
  readonly what: readonly unknown[];
}

/** Cache of reads of past days. A write to any day before the end of a read invalidates it. */
export interface ReadCache {
  /** `sizeOf`: number of values it holds. Callers must not modify the value. */
  read<Value>(of: PastRead, load: () => Promise<Value>, sizeOf: (value: Value) => number): Promise<Value>;
}

/** Maximum numbers in the cache: some megabytes. */
const bound = 1_000_000;
/** Approximate numbers per row. */
export const numbersPerRow = 8;
/** Size overhead per entry. */
const minEntrySize = 32;

export function createReadCache(ledger: DirtyDays, most = bound): ReadCache {
  const kept = new VersionedCache<unknown>({ size: most });
  return {
    read({ organization, installation, until, what }, load, sizeOf) {
      const key = JSON.stringify([organization, installation, ledger.keptSince(organization), until, what]);
      const generationOf = () => ledger.generationBefore(organization, [installation], until);
      return kept.read(key, generationOf, load, (value) => minEntrySize + sizeOf(value));
    },
  };
}

const quarterMs = 900_000;

/** Time split in two: the part that stays the same as its end moves on, and the hour in which it ends. */
interface LastHour {
  /** Edges before that hour; null when there are none. */
  readonly early: readonly Instant[] | null;
  readonly late: readonly Instant[];
  /** Span to read. It serves any end within the hour. */
  readonly hour: Span;
}

/**
 * Splits a time that is cut (compared with a day in progress) or that does not end on a quarter-hour. Null for other
 * times. Null also when no quarter-hour edge lies within the hour before the end, or when the hour touches dirty days
 * or deleted readings.
 */
function splitLastHour(
  edges: readonly Instant[],
  ledger: DirtyDays,
  organization: number,
  { installation }: ScanTarget,
): LastHour | null {
  const end = edges.at(-1) as Instant;
  const place = edges.findLastIndex((edge) => edge < end && edge % quarterMs === 0);
  const from = edges[place];
  if (from === undefined || end - from > hourMs || from < ledger.keptSince(organization)) return null;
  const hour = { from, to: from + hourMs };
  const generationOf = ledger.generationsOf(organization, installation);
  for (let day = Math.floor(from / dayMs); day * dayMs < hour.to; day++) if (generationOf(day) === null) return null;
  return { early: place === 0 ? null : edges.slice(0, place + 1), late: edges.slice(place), hour };
}

/** Reads the stored readings within or reaching into an hour. */
interface StretchAsk extends TimedScan {
  readonly hour: Span;
}

/** Read of a time that ends within an hour of a past day. */
interface HourAsk {
  readonly want: ScanTarget;
  readonly edges: readonly Instant[];
  /** Identity of the part before the hour. */
  readonly what: readonly unknown[];
}

type EarlyReader<Row> = (edges: readonly Instant[]) => Promise<readonly Row[]>;
type HourScan<Row> = (site: RecentReadings, hour: Span, edges: readonly Instant[]) => readonly Row[] | null;

/** Cached reads of past days. A write to any day before their end invalidates them. */
export interface CachedHours {
  /**
   * Reads a time split at the hour in which it ends. The part before the hour is cached, and so are the hour's readings,
   * which answer for any instant in it. As now moves on, usual values need no new read. Resolves to null when the normal
   * read is needed: by the time, or by `scan`.
   */
  split<Row>(ask: HourAsk, early: EarlyReader<Row>, scan: HourScan<Row>): Promise<readonly Row[] | null>;
}

export function createCachedHours(
  { organizationId, ledger, read, select }: RollupsContext,
  kept: ReadCache,
): CachedHours {
  const stretches = createMergingReader<StretchAsk, StoredLine>(
    () => '',
    ({ want, spans }, asks) =>
      read(stretchStatement(select(want), spans, [...new Set(asks.map(({ hour }) => hour.from))])),
  );
  const past = (want: ScanTarget, until: Instant, what: readonly unknown[]): PastRead => {
    const { devices, metrics } = toFilter(mergeTargets([want]));
    const { installation } = want;
    return { organization: organizationId, installation, until, what: [devices, metrics, ...what] };
  };
  const readEarly = <Row>(
    want: ScanTarget,
    edges: readonly Instant[],
    what: readonly unknown[],
    load: EarlyReader<Row>,
  ): Promise<readonly Row[]> =>
    kept.read(
      past(want, getHull(edges).to, [...what, edges]),
      () => load(edges),
      (rows) => rows.length * numbersPerRow,
    );
  /** Reads the hour and what reaches into it. */
  const readHour = (want: ScanTarget, hour: Span): Promise<RecentReadings | null> => {
    const from = hour.from - maxReadingMs;
    const edges = [from, hour.to];
    return kept.read(
      past(want, hour.to, ['readings', from]),
      async () => siteOf(await stretches({ want, edges, hour }), want, edges),
      (site) => (site?.bytes ?? 0) / bytesOfNumber,
    );
  };
  return {
    async split({ want, edges, what }, early, scan) {
      const last = splitLastHour(edges, ledger, organizationId, want);
      if (last === null) return null;
      const { hour, late } = last;
      const [before, site] = await Promise.all([
        last.early === null ? [] : readEarly(want, last.early, what, early),
        readHour(want, hour),
      ]);
      const rows = site === null ? null : scan(site, hour, late);
      return rows === null ? null : [...before, ...rows];
    },
  };
}

const bytesOfNumber = 8;

/** Builds a site from the requested readings; null when they do not fit. */
function siteOf(lines: readonly StoredLine[], want: ScanTarget, edges: readonly Instant[]): RecentReadings | null {
  const { from, to } = getHull(edges);
  const site = new RecentReadings(from);
  const [devices, metrics] = [new Set(want.devices), new Set(want.metrics)];
  for (const line of lines) {
    if (!devices.has(line.device) || !metrics.has(line.metric)) continue;
    const places = [...line.times.keys()].filter((place) => {
      const at = line.times[place] as Instant;
      return at >= from && at < to;
    });
    const pick = (values: readonly number[]) => places.flatMap((place) => values[place] ?? []);
    const own = { ...line, times: pick(line.times), values: pick(line.values), weights: pick(line.weights) };
    if (places.length > 0 && !site.load(own)) return null;
  }
  return site;
}
