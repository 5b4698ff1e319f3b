import { getWeekday, type Instant, type LocalDate, toSiteDay } from '@atrium/domain/core';
import { toDayRange, type UsualRange } from '@atrium/domain/numbers';
import {
  buildDayFan,
  buildDifference,
  type DayFan,
  type FanHour,
  type FanPoint,
  type FanQueries,
  getAnswerBuckets,
  getAnswerGroups,
  getAnswerTotal,
  getPointValue,
  toFanQueries,
} from '@atrium/domain/pages';
import { useMemo } from 'react';
import { createSeriesReader, type Named, useNamedNumbers } from '../../numbers/answers/index.ts';
import { useZone } from '../../people/organization/index.ts';
import { overviewMetrics } from '../numbers/overview-model.ts';
import { type StripSite, sumEntries } from '../strip.tsx';
import { findSumUnjudged } from './observe-sites.ts';

/** Polling interval, ms. Between two answers the figures of the strip give the size. */
const pollMs = 300_000;
const hourWidth = 3600;
const dayWidth = 86_400;

export interface Differences {
  readonly isLoading: boolean;
  /** Range of the usual entries of all sites by now; null without one. */
  readonly range: UsualRange | null;
  /** Null if the day is over, and without any of its figures. */
  readonly fan: DayFan | null;
  /** Difference of a site's entries since it opened; null without one. */
  readonly curveOf: (row: StripSite) => readonly FanPoint[] | null;
}

type Row = Pick<StripSite, 'site' | 'numbers'>;

/** Loads how today's entries differ from usual by hour, of all sites together and of each. */
export function useDayFan(rows: readonly StripSite[], isRunning: boolean, now: Instant): Differences {
  const key = rows.map(({ site }) => [site.topZoneIds, toSiteDay(site.calendar, now)]).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything the queries depend on
  const queries = useMemo(() => toFanQueries(rows.map(({ site }) => site)), [key]);
  // Asked together with the questions on energy, it would be another request than the one that the page sent early.
  const isEnergyKnown = rows.every(({ energy }) => energy !== 'loading');
  const numbers = useNamedNumbers<keyof FanQueries>(isEnergyKnown ? { ...queries } : {}, pollMs);
  const answers = numbers.state === 'ready' ? numbers.answers : null;
  return useMemo(
    () => ({
      isLoading: queries !== null && (!isEnergyKnown || numbers.state === 'loading'),
      ...(answers === null ? noDifferences : readDifferences(answers, rows, canForecast(rows, isRunning, now), now)),
    }),
    [queries, isEnergyKnown, numbers.state, answers, rows, isRunning, now],
  );
}

/** Whether something can be said about where the day is heading: as on a site's page, only while its count is judged. */
export const canForecast = (
  rows: readonly Pick<StripSite, 'site' | 'coverage'>[],
  isRunning: boolean,
  now: Instant,
): boolean => isRunning && findSumUnjudged(rows, now) === null;

const noDifferences = { range: null, fan: null, curveOf: () => null } as const;

/** Reads the range, the fan and the curves of sites from the answers; the figures are those of the rows. */
export function readDifferences(
  { total, day, hours }: Named<keyof FanQueries>,
  rows: readonly Row[],
  isRunning: boolean,
  now: Instant,
): Omit<Differences, 'isLoading'> {
  const groups = hours ? getAnswerGroups(hours) : new Map<string, never>();
  const hoursOf = ({ site }: Row): readonly FanHour[] => {
    const own = groups.get(String(site.id));
    if (own === undefined) return [];
    const today = toSiteDay(site.calendar, now);
    const read = createSeriesReader(site.calendar, 'EXPECTED', now);
    return read(own, null, hourWidth, [toDayRange(today, today)], overviewMetrics.entries).map(
      ({ from, to, point, usual }) => ({ from, to, value: point && getPointValue(point), usual }),
    );
  };
  const { value, usual, comparable } = sumEntries(rows);
  const known = total ? getAnswerTotal(total, overviewMetrics.entries) : null;
  const moved = (range: UsualRange, from: number, to: number) => ({
    lower: range.lower + to - from,
    upper: range.upper + to - from,
  });
  // The range is that of the sum the strip shows. While some sites have no usual, there is none.
  const range =
    usual === null || comparable !== null || known?.usual == null || known.range === null
      ? null
      : moved(known.range, known.usual, usual);
  const [whole, ...others] = day
    ? getAnswerBuckets(day, dayWidth, { now, timezone: 'UTC' }, overviewMetrics.entries)
    : [];
  const hasFan = isRunning && value !== null && usual !== null && range !== null && whole?.usual != null;
  const allHours = hasFan ? rows.flatMap(hoursOf) : [];
  return {
    range,
    fan: hasFan
      ? buildDayFan({
          ...{ now, value, usual, range, hours: allHours },
          // Days of sites on both sides of midnight have no sum, so what is still usual is added hour by hour.
          day:
            others.length === 0
              ? { usual: whole.usual ?? 0, range: whole.range ?? null }
              : { usual: usual + sumUsualAhead(allHours, now), range: null },
        })
      : null,
    curveOf: (row) => {
      const { entries = null, usualEntries = null, entriesRange = null } = row.numbers ?? {};
      if (entries === null || usualEntries === null || entriesRange === null) return null;
      return buildDifference({ now, value: entries, usual: usualEntries, range: entriesRange, hours: hoursOf(row) });
    },
  };
}

const sumUsualAhead = (hours: readonly FanHour[], now: Instant): number =>
  hours.reduce(
    (sum, { from, to, usual }) => (to <= now ? sum : sum + ((usual ?? 0) * (to - Math.max(from, now))) / (to - from)),
    0,
  );

/** Returns the time zone of the fan's axis: that of all sites, or the viewer's if they have several. */
export function useFanZone(rows: readonly Row[]): string {
  const viewerZone = useZone();
  const [zone = viewerZone, ...others] = new Set(rows.map(({ site }) => site.calendar.timezone));
  return others.length > 0 ? viewerZone : zone;
}

/** Returns the weekday all sites share; null if they are on both sides of midnight. */
export function findSharedWeekday(days: readonly LocalDate[]): ReturnType<typeof getWeekday> | null {
  const [day, ...others] = new Set(days);
  return day === undefined || others.length > 0 ? null : getWeekday(day);
}
