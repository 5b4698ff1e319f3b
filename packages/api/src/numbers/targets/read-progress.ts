import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  type Instant,
  type LocalDate,
  ok,
  type Result,
  toSiteDay,
} from '@atrium/domain/core';
import {
  emptyQuery,
  findMetric,
  getDefaultAggregation,
  type LabelledValue,
  type MeasurementQuery,
  type Metric,
} from '@atrium/domain/numbers';
import {
  computeTargetProgress,
  getMonthDays,
  isMonth,
  listMonthDates,
  type Month,
  type Target,
  type TargetDay,
  type TargetProgress,
} from '@atrium/domain/numbers/targets';
import { listOpenSpans, type Topology } from '@atrium/domain/sites';
import { Overloaded } from '../../platform/failures.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import type { AnswerQueries } from '../index.ts';
import { targetsStore } from './targets.store.ts';

export interface ProgressDependencies {
  readonly db: Database;
  readonly sites: Pick<SiteDirectory, 'topologies'>;
  readonly answerQueries: AnswerQueries;
  readonly clock: Clock;
}

/** A target with its month's days and progress. */
export interface PlacedProgress extends Target {
  readonly days: readonly TargetDay[];
  readonly progress: TargetProgress;
}

/** Targets of one answer. */
export const maxProgress = 500;
/** Sites of one query with expected values. */
const maxSites = 100;
/** Sensors report at least each hour, so this long after opening something should be known. */
const dueAfterMs = 2 * 3_600_000;

/**
 * Returns the progress of a month's targets at the scope's sites, by place and metric. `metric`: null for all. Fails with
 * BAD_INPUT for another month, or for more than 500 targets.
 */
export async function readTargetProgress(
  { db, sites, answerQueries, clock }: ProgressDependencies,
  scope: Scope,
  { month, metric }: { readonly month: Month; readonly metric: string | null },
  signal?: AbortSignal,
): Promise<Result<readonly PlacedProgress[], Failure>> {
  if (!isMonth(month)) return err(failure('BAD_INPUT', 'Write the month as YYYY-MM', 'month'));
  const topologies = new Map((await sites.topologies(scope)).map((site) => [site.installationId as number, site]));
  const wanted = { sites: [...topologies.keys()] as InstallationId[], metric, from: month, to: month };
  const found = await targetsStore(db).list(scope, wanted, maxProgress + 1);
  if (found.length > maxProgress)
    return err(failure('BAD_INPUT', `These are more than ${maxProgress} targets: name a metric`, 'metric'));
  const known = found.flatMap((target) => {
    const [site, own] = [topologies.get(target.installationId), findMetric(target.metric)];
    return site === undefined || own === undefined ? [] : [{ target, site, metric: own }];
  });
  const now = clock.now();
  const groups = groupTargets(known);
  const queries = groups.flatMap((group) => [queryDays(group, month), queryToday(group)]);
  const answers = queries.length === 0 ? [] : await answerQueries(scope, queries, signal);
  const read = answers.map((answer) => {
    if (answer.ok) return new Map(answer.value.data.map((row) => [row.label, row]));
    if (answer.error.code === 'OVERLOADED') throw new Overloaded(answer.error.retryAfter ?? 1);
    throw new Error(`the days of a target were refused: ${answer.error.message}`);
  });
  return ok(
    groups.flatMap(({ places }, index) =>
      places.map(({ target, site, metric: own }) => {
        const label = String(target.zoneId ?? target.installationId);
        const days = listTargetDays(site, own, month, read[2 * index]?.get(label));
        const today = toSiteDay(site, now);
        const usualSoFar = days.some(({ date }) => date === today) ? getUsual(read[2 * index + 1]?.get(label)) : null;
        const isTodayDue = isDue(site, today, now);
        const input = { metric: own, target: target.value, days, today, usualSoFar, isTodayDue };
        return { ...target, days, progress: computeTargetProgress(input) };
      }),
    ),
  );
}

interface Place {
  readonly target: Target;
  readonly site: Topology;
  readonly metric: Metric;
}

/** Targets whose days one query reads: of one metric, and all of sites or all of zones. */
interface Group {
  readonly metric: Metric;
  readonly ofZones: boolean;
  readonly places: readonly Place[];
}

function groupTargets(all: readonly Place[]): readonly Group[] {
  const byKind = Map.groupBy(all, ({ target }) => `${target.metric} ${target.zoneId !== null}`);
  return [...byKind.values()].flatMap((places) => {
    const [{ metric, target }] = places as [Place, ...Place[]];
    const ids = [...new Set(places.map(({ site }) => site.installationId))];
    return Array.from({ length: Math.ceil(ids.length / maxSites) }, (_, part) => {
      const own = new Set(ids.slice(part * maxSites, (part + 1) * maxSites));
      return {
        metric,
        ofZones: target.zoneId !== null,
        places: places.filter(({ site }) => own.has(site.installationId)),
      };
    });
  });
}

function queryToday({ metric, ofZones, places }: Group): MeasurementQuery {
  const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);
  return {
    ...emptyQuery,
    metric: metric.id,
    aggregation: getDefaultAggregation(metric),
    compare: 'EXPECTED',
    groupBy: [{ type: ofZones ? 'ZONE_ID' : 'INSTALLATION', granularity: null, period: null, ids: null }],
    installations: { exclude: false, ids: ascending(places.map(({ site }) => site.installationId)) },
    zones: ofZones ? { exclude: false, ids: ascending(places.flatMap(({ target }) => target.zoneId ?? [])) } : null,
  };
}

/** A day, in seconds. */
const dayWidth = 86_400;

function queryDays(group: Group, month: Month): MeasurementQuery {
  const today = queryToday(group);
  return {
    ...today,
    periods: [{ kind: 'days', days: getMonthDays(month) }],
    granularity: dayWidth,
    groupBy: [...today.groupBy, { type: 'DATE', granularity: dayWidth, period: null, ids: null }],
  };
}

function listTargetDays(
  site: Topology,
  { kind }: Metric,
  month: Month,
  row: LabelledValue | undefined,
): readonly TargetDay[] {
  const points = Array.isArray(row?.value) ? (row.value as readonly LabelledValue[]) : [];
  const byDate = new Map(points.map((point) => [point.label.slice(0, 10), point]));
  return listMonthDates(month).map((date) => {
    const point = byDate.get(date);
    return {
      date,
      value: typeof point?.value === 'number' ? point.value : null,
      usual: getUsual(point),
      // Meters count on closed days too.
      isOpen: kind === 'counter' || listOpenSpans(site, date).length > 0,
    };
  });
}

/** Returns the expected value of a point, or the mean of the weekdays while the history is short. */
const getUsual = (point: LabelledValue | undefined): number | null =>
  point?.expected?.value ?? point?.expected?.mean?.value ?? null;

function isDue(site: Topology, today: LocalDate, now: Instant): boolean {
  const [opening] = listOpenSpans(site, today);
  return opening !== undefined && opening.from + dueAfterMs <= now;
}
