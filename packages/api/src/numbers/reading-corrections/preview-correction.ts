import {
  addDays,
  err,
  type Failure,
  type LocalDate,
  listDays,
  ok,
  type Result,
  startOfSiteDay,
  toSiteDay,
} from '@atrium/domain/core';
import { checkMeasures, sendableMetrics } from '@atrium/domain/numbers/readings';
import { type AnalyticsStore, createQueryReader } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { correctReadings } from './correct-statements.ts';
import { readDeviceDays } from './corrected-days.store.ts';
import type { ReadingCorrection } from './reading-corrections.store.ts';
import { type CorrectionDependencies, findCorrectedDevice } from './take-out-readings.ts';

export interface PreviewDependencies extends Pick<CorrectionDependencies, 'sites' | 'clock' | 'known' | 'ledger'> {
  /** As stored. */
  readonly analytics: AnalyticsStore;
}

/** What a correction changes on a day, of the device alone. */
export interface ChangedDay {
  readonly date: LocalDate;
  readonly metric: string;
  /** Number of readings that no longer count. */
  readonly readings: number;
  /** What the device counted on the whole day. Null: no data, or the metric is no count. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface CorrectionPreview {
  /** Number of readings that no longer count. */
  readonly readings: number;
  /** Earliest first, at most `maxPreviewed`. */
  readonly days: readonly ChangedDay[];
  /** Number of changed days, by metric, that are not listed. */
  readonly more: number;
}

export const maxPreviewed = 40;

/** Returns what taking out readings would change, without changing anything. Fails as `takeOutReadings` does. */
export async function previewCorrection(
  { analytics, known, ledger, ...deps }: PreviewDependencies,
  scope: Scope,
  wanted: Omit<ReadingCorrection, 'reason'>,
  signal?: AbortSignal,
): Promise<Result<CorrectionPreview, Failure>> {
  const found = await findCorrectedDevice(deps, scope, wanted);
  if (!found.ok) return err(found.error);
  const { site, device } = found.value;
  await ledger.open();
  const dates = listDays(site, wanted);
  const edges = [...dates, addDays(dates.at(-1) as LocalDate, 1)].map((date) => startOfSiteDay(site, date));
  const readings = {
    organizationId: site.organizationId,
    installations: [site.installationId],
    devices: [device.id],
    metrics: [...sendableMetrics.keys()].filter((metric) => checkMeasures(device, metric).ok),
    from: edges[0] as number,
    to: edges.at(-1) as number,
  };
  const added = {
    installation: site.installationId,
    device: device.id,
    metrics: wanted.metrics,
    from: wanted.from,
    to: wanted.to,
  };
  const read = (store: AnalyticsStore) =>
    readDeviceDays(createQueryReader(store, buildQueryOwner(scope, signal)), readings, edges);
  const [before, after] = await Promise.all([
    read(correctReadings(analytics, known.of)),
    read(correctReadings(analytics, async (organization) => [...(await known.of(organization)), added])),
  ]);
  const changed = before.flatMap(({ metric, begin, readings: all, total }): readonly ChangedDay[] => {
    const left = after.find((one) => one.metric === metric && one.begin === begin);
    const taken = all - (left?.readings ?? 0);
    if (taken === 0) return [];
    const counted = addsUp(metric) ? { before: total, after: left?.total ?? null } : { before: null, after: null };
    return [{ date: toSiteDay(site, begin), metric, readings: taken, ...counted }];
  });
  return ok({
    readings: changed.reduce((sum, day) => sum + day.readings, 0),
    days: changed.slice(0, maxPreviewed),
    more: Math.max(0, changed.length - maxPreviewed),
  });
}

/** Whether readings of the metric add up over a day. */
const addsUp = (metric: string) => ['flow', 'count'].includes(sendableMetrics.get(metric)?.kind ?? '');
