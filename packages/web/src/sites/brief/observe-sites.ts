import { getConditionType, isConditionTypeName, severities } from '@atrium/domain/actions/alerts';
import type { Instant } from '@atrium/domain/core';
import type { Unjudged } from '@atrium/domain/numbers';
import {
  type FiringAlert,
  findUnjudged,
  isFirstOpenHour,
  isSilent,
  type JudgedNumber,
  type Observed,
} from '@atrium/domain/pages';
import type { OpenAlertFragment } from '../../actions/alerts/live/operations.generated.ts';
import { overviewMetrics } from '../numbers/overview-model.ts';
import type { StripSite } from '../strip.tsx';

type Row = Pick<StripSite, 'site' | 'day' | 'numbers' | 'energy' | 'coverage'>;

/** Returns what was observed at the sites of the overview, for `rankAttention`. */
export function observeSites(rows: readonly Row[], open: readonly OpenAlertFragment[], now: Instant): Observed {
  const shown = new Set(rows.map(({ site }) => site.id));
  const parents = new Map(rows.flatMap(({ site }) => [...site.parentIds]));
  return {
    alerts: open.filter(({ installationId }) => shown.has(installationId)).map(toFiringAlert),
    // While a site stays closed, no number needs its counters.
    silent: rows
      .filter(({ day }) => day.open.state !== 'closedAllDay')
      .flatMap(({ site, coverage }) => coverage.silentSensors.map((sensor) => ({ siteId: site.id, ...sensor }))),
    numbers: [...judgeEntries(rows, now), ...judgeEnergy(rows)],
    parentsOf: (zoneId) => parents.get(zoneId) ?? [],
  };
}

function toFiringAlert({
  id,
  installationId,
  severity,
  conditionType,
  dateBegin,
  place,
  metrics,
}: OpenAlertFragment): FiringAlert {
  const [, kind, placeId] = /^(zone|passage|device|site) (\d+)$/.exec(place ?? '') ?? [];
  const comparison = isConditionTypeName(conditionType) ? getConditionType(conditionType).comparison : null;
  return {
    id,
    siteId: installationId,
    severity: severities.indexOf(severity),
    place: kind === undefined ? null : { kind: kind as 'zone' | 'passage' | 'device' | 'site', id: Number(placeId) },
    metric: metrics[0]?.type ?? null,
    side: comparison === 'below' ? 'below' : comparison === 'above' || comparison === 'reached' ? 'above' : null,
    since: dateBegin,
  };
}

function judgeEntries(rows: readonly Row[], now: Instant): readonly JudgedNumber[] {
  const share = toShare(rows.map(({ numbers }) => numbers?.usualDay ?? null));
  return rows.flatMap(({ site, numbers, coverage }): readonly JudgedNumber[] => {
    if (numbers === null) return [];
    const { entries, usualEntries, entriesRange, usualDay } = numbers;
    return [
      {
        ...{ siteId: site.id, zoneId: null, metric: overviewMetrics.entries },
        ...{ value: entries, usual: usualEntries, range: entriesRange, weight: share(usualDay) },
        unjudged: findRowUnjudged({ site, coverage }, now),
        sensorIds: site.counterIds,
      },
    ];
  });
}

function judgeEnergy(rows: readonly Row[]): readonly JudgedNumber[] {
  const known = rows.flatMap(({ site, energy }) => (energy === null || energy === 'loading' ? [] : [{ site, energy }]));
  const share = toShare(known.map(({ energy }) => energy.usualDay));
  return known.map(({ site, energy: { used, usual, range, usualDay, isSilent: unjudged } }) => ({
    ...{ siteId: site.id, zoneId: null, metric: overviewMetrics.energy, decimals: 0 },
    ...{ value: used, usual, range, weight: share(usualDay), unjudged: unjudged ? ('silent' as const) : null },
    sensorIds: [],
  }));
}

/** Returns a function that gives a site's share of the usual day of all. */
function toShare(days: readonly (number | null)[]): (own: number | null) => number {
  const all = days.reduce<number>((sum, day) => sum + (day ?? 0), 0);
  return (own) => (all > 0 ? (own ?? 0) / all : 0);
}

/** Returns why a row's entries are not judged now: its sensors are silent, or it opened within the hour. */
export function findRowUnjudged({ site, coverage }: Pick<Row, 'site' | 'coverage'>, now: Instant): Unjudged | null {
  return findUnjudged({}, site.calendar, coverage, now);
}

/** Returns why the entries of all sites together are not judged now. They are once most sites are past their first hour. */
export function findSumUnjudged(rows: readonly Pick<Row, 'site' | 'coverage'>[], now: Instant): Unjudged | null {
  const sum = (of: 'deviceCount' | 'silentNow') => rows.reduce((all, { coverage }) => all + coverage[of], 0);
  if (isSilent({ deviceCount: sum('deviceCount'), silentNow: sum('silentNow') })) return 'silent';
  const early = rows.filter(({ site }) => isFirstOpenHour(site.calendar, now)).length;
  return early * 2 > rows.length ? 'firstHour' : null;
}
