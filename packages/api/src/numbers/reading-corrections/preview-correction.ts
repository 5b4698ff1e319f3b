import {
  addDays,
  err,
  type Failure,
  type Instant,
  type LocalDate,
  listDays,
  ok,
  type Result,
  type Span,
  startOfSiteDay,
  toSiteDay,
} from '@atrium/domain/core';
import { maxInterpolatedMs } from '@atrium/domain/numbers';
import {
  canCorrect,
  checkMeasures,
  listCorrectedSpans,
  maxCorrectedAheadMs,
  maxCorrectedMs,
  sendableMetrics,
} from '@atrium/domain/numbers/readings';
import { type AnalyticsStore, createQueryReader } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { toMeterInterval } from '../planner/read/statements/meter-statements.ts';
import { dayMs } from '../rollups/dirty-days.ts';
import { type CorrectionDependencies, checkCorrection, type WantedCorrection } from './add-reading-correction.ts';
import { correctReadings } from './correct-statements.ts';
import { type DeviceDay, readDeviceDays } from './corrected-days.store.ts';
import { toSiteChange } from './reading-corrections.store.ts';

export type PreviewDependencies = Omit<CorrectionDependencies, 'db' | 'bus' | 'markDays'>;

/** What a correction changes on a day, of the device alone. */
export interface ChangedDay {
  readonly date: LocalDate;
  readonly metric: string;
  /** Number of readings that the correction concerns. */
  readonly readings: number;
  /**
   * What the device counted, consumed or measured on average on the whole day. Null: no data, or the metric has no such
   * number.
   */
  readonly before: number | null;
  readonly after: number | null;
}

export interface CorrectionPreview {
  /** Number of readings that the correction concerns. */
  readonly readings: number;
  /** Last level of the former meter, as stated or as sent; null for other corrections. */
  readonly lastLevel: number | null;
  /** Earliest first, at most `maxPreviewed`. */
  readonly days: readonly ChangedDay[];
  /** Number of changed days, by metric, that are not listed. */
  readonly more: number;
}

export const maxPreviewed = 40;
/** Longest time whose days are compared, ms: a replaced meter changes all that follow. */
const maxComparedMs = maxCorrectedMs + 2 * maxCorrectedAheadMs;

/** Returns what a correction would change, without changing anything. Fails as `addReadingCorrection` does. */
export async function previewCorrection(
  deps: PreviewDependencies,
  scope: Scope,
  wanted: WantedCorrection,
  signal?: AbortSignal,
): Promise<Result<CorrectionPreview, Failure>> {
  const { analytics, known, clock } = deps;
  const found = await checkCorrection(deps, scope, wanted, signal);
  if (!found.ok) return err(found.error);
  const { site, device, correction } = found.value;
  const to = Math.min(correction.to, clock.now() + maxCorrectedAheadMs);
  const added = toSiteChange(correction);
  const metrics = [...sendableMetrics.keys()].filter(
    (metric) => checkMeasures(device, metric).ok && canCorrect(correction.kind, metric),
  );
  const selection = {
    organizationId: site.organizationId,
    installations: [site.installationId],
    devices: [device.id],
    metrics: metrics.filter((metric) => correction.metrics?.includes(metric) ?? true),
  };
  const read = (store: AnalyticsStore, span: Span, edges: readonly Instant[]) =>
    readDeviceDays(
      createQueryReader(store, buildQueryOwner(scope, signal)),
      { ...selection, ...span },
      edges,
      toMeterInterval(device),
      clock.now(),
    );
  const former = correctReadings(analytics, known.of);
  const next = correctReadings(analytics, async (organization) => [...(await known.of(organization)), added]);
  const parts = await Promise.all(
    joinSpans(listCorrectedSpans({ ...correction, to })).map(async (span) => {
      // What a meter counts on other days depends on the levels beside them.
      const before = device.meter === null ? 0 : correction.kind === 'replaced' ? maxInterpolatedMs : dayMs;
      const after = device.meter === null ? 0 : dayMs;
      const dates = listDays(site, { from: span.from - before, to: span.to + after });
      const edges = [...dates, addDays(dates.at(-1) as LocalDate, 1)].map((date) => startOfSiteDay(site, date));
      const hull = { from: edges[0] as number, to: edges.at(-1) as number };
      const concerned = { from: Math.max(span.from, correction.from), to: Math.min(span.to, to) };
      const [previous, corrected, touched] = await Promise.all([
        read(former, hull, edges),
        read(next, hull, edges),
        concerned.from < concerned.to ? read(former, concerned, edges) : [],
      ]);
      return compareDays(previous, corrected, touched).map((day) => ({ ...day, date: toSiteDay(site, day.begin) }));
    }),
  );
  const changed = parts.flat().map(({ begin: _, ...day }) => day);
  return ok({
    readings: changed.reduce((sum, day) => sum + day.readings, 0),
    lastLevel: correction.lastLevel,
    days: changed.slice(0, maxPreviewed),
    more: Math.max(0, changed.length - maxPreviewed),
  });
}

/** Joins the two spans of a shift where their days may be the same. */
function joinSpans(spans: readonly Span[]): readonly Span[] {
  const hull = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
  const length = spans.reduce((sum, { from, to }) => sum + to - from, 0);
  const isNear = hull.to - hull.from <= Math.min(length + 2 * dayMs, maxComparedMs);
  return isNear ? [hull] : [...spans].sort((one, other) => one.from - other.from);
}

interface Change extends Omit<ChangedDay, 'date'> {
  readonly begin: Instant;
}

/** Compares days that have data before or after, the earliest first. */
function compareDays(
  before: readonly DeviceDay[],
  after: readonly DeviceDay[],
  touched: readonly DeviceDay[],
): readonly Change[] {
  const keyOf = ({ metric, begin }: DeviceDay) => `${metric} ${begin}`;
  const [former, next, concerned] = [before, after, touched].map(
    (days) => new Map(days.map((one) => [keyOf(one), one])),
  );
  const days = new Map([...before, ...after].map((one) => [keyOf(one), one]));
  return [...days]
    .flatMap(([key, { metric, begin }]): readonly Change[] => {
      const [left, right] = [former?.get(key), next?.get(key)];
      const readings = concerned?.get(key)?.readings ?? 0;
      const isSame = left?.readings === right?.readings && isClose(left?.value, right?.value);
      if (isSame && readings === 0) return [];
      return [{ metric, begin, readings, before: left?.value ?? null, after: right?.value ?? null }];
    })
    .sort((one, other) => one.begin - other.begin || one.metric.localeCompare(other.metric));
}

/** Sums of the same values may differ in their last digits. */
const isClose = (one: number | null | undefined, other: number | null | undefined) =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other))
    : (one ?? null) === (other ?? null);
