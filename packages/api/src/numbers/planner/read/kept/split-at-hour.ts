import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { StoredLine } from '../../../open-days/recent-days.store.ts';
import { RecentReadings } from '../../../open-days/recent-readings.ts';
import type { DirtyDays } from '../../../rollups/dirty-days.ts';
import { mergeTargets, type ScanTarget, toFilter } from '../gather-scans.ts';
import type { TimedScan } from '../merge-scans.ts';
import { scanFlows } from '../open/scan-counts.ts';
import { getHull } from '../spans.ts';
import { maxReadingMs } from '../statements/crossing-statement.ts';
import type { FlowRow } from '../statements/flow-statement.ts';
import { splitLastHour } from './last-hour.ts';
import { numbersPerRow, type PastRead, type ReadCache } from './read-cache.ts';

/** Reads stored readings; with `hour`, only those within or reaching into that hour. */
export interface StretchAsk extends TimedScan {
  readonly hour: Span | null;
}

export interface HourReads {
  readonly ledger: DirtyDays;
  readonly kept: ReadCache;
  readonly organizationId: OrganizationId;
  readonly stretches: (ask: StretchAsk) => Promise<readonly StoredLine[]>;
}

/**
 * Reads counts of past days up to an instant within an hour, split at the hour.
 *
 * The part before the hour is cached, and so are the hour's readings, which answer for any instant in it. As now moves
 * on, usual values need no new read. Resolves to null when the normal read is needed.
 */
export function splitAtHour(reads: HourReads) {
  const { ledger, organizationId } = reads;
  return {
    async flow(
      want: ScanTarget,
      edges: readonly Instant[],
      amount: CountedAmount,
      read: EarlyReader<FlowRow>,
    ): Promise<readonly FlowRow[] | null> {
      const last = splitLastHour(edges, ledger, organizationId, want, true);
      if (last === null) return null;
      const { hour, late } = last;
      const [early, site] = await Promise.all([
        last.early === null ? [] : settled(reads, want, last.early, ['flow', amount], read),
        readHour(reads, want, hour.from - maxReadingMs, hour, true),
      ]);
      if (site === null || beginsBefore(site, want, hour.from)) return null;
      const cutAt = edges.at(-1) as Instant;
      return [...early, ...scanFlows(site, want, { edges: late, splits: [], amount, cutAt })];
    },
  };
}

/** Cached. A write to any day before its end invalidates it. */
function settled<Row>(
  reads: HourReads,
  want: ScanTarget,
  edges: readonly Instant[],
  what: readonly unknown[],
  load: EarlyReader<Row>,
): Promise<readonly Row[]> {
  return reads.kept.read(
    past(reads, want, getHull(edges).to, [...what, edges]),
    () => load(edges),
    (rows) => rows.length * numbersPerRow,
  );
}

/** Reads the hour and some time before it: all readings, or only those reaching into the hour. */
function readHour(
  reads: HourReads,
  want: ScanTarget,
  from: Instant,
  hour: Span,
  isReaching: boolean,
): Promise<RecentReadings | null> {
  const edges = [from, hour.to];
  return reads.kept.read(
    past(reads, want, hour.to, ['readings', from]),
    async () => siteOf(await reads.stretches({ want, edges, hour: isReaching ? hour : null }), want, edges),
    (site) => (site?.bytes ?? 0) / bytesOfNumber,
  );
}

function past({ organizationId }: HourReads, want: ScanTarget, until: Instant, what: readonly unknown[]): PastRead {
  const { devices, metrics } = toFilter(mergeTargets([want]));
  const { installation } = want;
  return { organization: organizationId, installation, until, what: [devices, metrics, ...what] };
}

const bytesOfNumber = 8;

type EarlyReader<Row> = (edges: readonly Instant[]) => Promise<readonly Row[]>;

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

/**
 * Whether any reading reaches into the hour from before. Its share would have to be subtracted from the cached part.
 */
function beginsBefore(site: RecentReadings, { devices, metrics }: ScanTarget, from: Instant): boolean {
  return metrics.some((metric) =>
    devices.some((device) => {
      const line = site.line(metric, device);
      if (line === undefined) return false;
      for (let place = line.placeOf(from - site.base) - 1; place >= 0; place--) {
        const seconds = site.kinds[line.kinds[place] as number]?.interval ?? 0;
        if (site.base + (line.times[place] as number) + seconds * 1000 > from) return true;
      }
      return false;
    }),
  );
}
