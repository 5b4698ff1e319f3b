import { addDays, type Clock, type Instant, type LocalDate, startOfSiteDay, toSiteDay } from '@atrium/domain/core';
import { sendableMetrics } from '@atrium/domain/numbers/readings';
import type { Device, Topology } from '@atrium/domain/sites';
import { type AnalyticsStore, createQueryReader } from '../../../../platform/analytics-store.ts';
import { yieldToEventLoop } from '../../../../platform/concurrency/event-loop.ts';
import { buildQueryOwner } from '../../../../platform/concurrency/query-owner.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../../../sites/index.ts';
import { toMeterInterval } from '../../../planner/read/statements/meter-statements.ts';
import { readDeviceDays } from '../../../reading-corrections/corrected-days.store.ts';

export interface CompareDependencies {
  readonly sites: Pick<SiteDirectory, 'topology' | 'findDevice'>;
  /** Readings as numbers count them. */
  readonly analytics: AnalyticsStore;
  readonly clock: Clock;
}

/** A device's day of one metric, in a file and as stored now. */
export interface ComparedDay {
  /** Day of the site. */
  readonly date: LocalDate;
  readonly device: string;
  readonly metric: string;
  readonly inFile: DayTotal;
  /** Null: nothing is stored. */
  readonly stored: DayTotal | null;
}

export interface DayTotal {
  readonly readings: number;
  /** Null for a metric that does not add up. */
  readonly total: number | null;
}

export interface ComparedDays {
  /** Earliest first, at most `maxCompared`. */
  readonly days: readonly ComparedDay[];
  /** Number of days, by device and metric, that are not listed. */
  readonly more: number;
}

export const maxCompared = 31;
/** Values that are held to compare them, each a few dozen bytes. */
const maxValues = 500_000;
/** Values between two turns of other requests. */
const portion = 5_000;

/** Values of a file by device and metric; the last of a time counts, as in an import. */
export class FileValues {
  readonly series = new Map<
    string,
    { readonly serial: string; readonly metric: string; readonly at: Map<Instant, number> }
  >();
  #size = 0;

  /** Whether the file has more values than are held. */
  get isFull(): boolean {
    return this.#size >= maxValues;
  }

  add(serial: string, metric: string, at: Instant, value: number): void {
    if (this.isFull) return;
    const key = `${metric} ${serial}`;
    const series = this.series.get(key) ?? { serial, metric, at: new Map<Instant, number>() };
    this.series.set(key, series);
    series.at.set(at, value);
    this.#size += 1;
  }
}

interface Found {
  readonly device: Device;
  readonly site: Topology;
  readonly metric: string;
  readonly date: LocalDate;
  readonly inFile: DayTotal;
}

/** Returns the days of a file beside what is stored of them. None of a file with too many values to hold. */
export async function compareDays(
  { sites, analytics, clock }: CompareDependencies,
  scope: Scope,
  values: FileValues,
  signal?: AbortSignal,
): Promise<ComparedDays> {
  if (values.isFull) return { days: [], more: 0 };
  const found: Found[] = [];
  for (const { serial, metric, at } of values.series.values()) {
    const placed = await sites.findDevice(scope, serial);
    const site = placed === null ? null : await sites.topology(scope, placed.installationId);
    if (placed === null || site === null) continue;
    for (const [date, inFile] of await addUpDays(site, metric, at))
      found.push({ device: placed.device, site, metric, date, inFile });
  }
  found.sort(
    (one, other) =>
      compare(one.date, other.date) || compare(one.device.name, other.device.name) || compare(one.metric, other.metric),
  );
  const shown = found.slice(0, maxCompared);
  const days: ComparedDay[] = [];
  const reader = createQueryReader(analytics, buildQueryOwner(scope, signal));
  for (const [device, wanted] of Map.groupBy(shown, (one) => one.device)) {
    const [{ site }] = wanted as [Found];
    const edges = [...new Set(wanted.flatMap(({ date }) => [date, addDays(date, 1) as LocalDate]))]
      .map((date) => startOfSiteDay(site, date))
      .toSorted((one, other) => one - other);
    const stored = await readDeviceDays(
      reader,
      {
        organizationId: scope.organizationId,
        installations: [site.installationId],
        devices: [device.id],
        metrics: [...new Set(wanted.map(({ metric }) => metric))],
        from: edges[0] as number,
        to: edges.at(-1) as number,
      },
      edges,
      toMeterInterval(device),
      clock.now(),
    );
    for (const { date, metric, inFile } of wanted) {
      const begin = startOfSiteDay(site, date);
      const same = stored.find((one) => one.metric === metric && one.begin === begin);
      const before = same === undefined ? null : { readings: same.readings, total: addsUp(metric) ? same.value : null };
      days.push({ date, device: device.name, metric, inFile, stored: before });
    }
  }
  days.sort(
    (one, other) =>
      compare(one.date, other.date) || compare(one.device, other.device) || compare(one.metric, other.metric),
  );
  return { days, more: found.length - shown.length };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Whether values of the metric add up over a day. */
const addsUp = (metric: string): boolean => ['flow', 'count'].includes(sendableMetrics.get(metric)?.kind ?? '');

async function addUpDays(site: Topology, metric: string, at: ReadonlyMap<Instant, number>) {
  const sums = new Map<LocalDate, { readings: number; total: number }>();
  // Files are mostly in order, so most values are of the day of the one before.
  let day = { date: '' as LocalDate, begin: 0, end: 0 };
  let count = 0;
  for (const [instant, value] of at) {
    count += 1;
    if (count % portion === 0) await yieldToEventLoop();
    if (instant < day.begin || instant >= day.end) {
      const date = toSiteDay(site, instant);
      day = { date, begin: startOfSiteDay(site, date), end: startOfSiteDay(site, addDays(date, 1) as LocalDate) };
    }
    const sum = sums.get(day.date) ?? { readings: 0, total: 0 };
    sums.set(day.date, { readings: sum.readings + 1, total: sum.total + value });
  }
  return [...sums].map(
    ([date, { readings, total }]) => [date, { readings, total: addsUp(metric) ? total : null }] as const,
  );
}
