import { type Granularity, instantToWall } from '@atrium/domain/core';
import { findMetric, getDefaultAggregation, type RawQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import {
  buildMoments,
  catalogue,
  type FoldedNumber,
  foldOne,
  foldPlainly,
  foldRatio,
  formatDateLabel,
  type Moment,
  measure,
  type Part,
  presence,
  sampled,
  type World,
} from '@atrium/testkit/oracle';
import { findPart, readPeriods, readWeekdays } from './asked-places.oracle.ts';

interface Asked {
  readonly world: World;
  readonly part: Part;
  /** Intervals that have begun. Later ones are not missing data. */
  readonly moments: readonly Moment[];
}

/** Computes the number of several sites together, or one per step of time, from every single reading. */
export function computeTogether(
  query: RawQuery,
  worlds: readonly World[],
): readonly (readonly [string, FoldedNumber])[] {
  const time = { periods: readPeriods(query), weekdays: readWeekdays(query), hours: null };
  const groups = query.groupBy ?? [];
  const isHourly = groups.some(({ period }) => period === 'HOURLY');
  const step = isHourly ? 3600 : (groups[0]?.granularity ?? null);
  // Means of ratios have base intervals of their own. Their minimum and maximum use the requested interval.
  const isMean = (query.aggregation ?? 'AVERAGE') === 'AVERAGE';
  const widest = isMean ? catalogue[query.metric]?.widest : undefined;
  const width = (widest === undefined ? (step ?? query.granularity) : Math.min(step ?? widest, widest)) as Granularity;
  const asked = worlds.flatMap((world): readonly Asked[] => {
    const { now, site } = world;
    const part = findPart(query, site);
    const moments = world
      .once(['moments', time, width], () => buildMoments(site, time, width))
      .filter(({ from }) => from < now)
      .map((moment) => ({ ...moment, minutes: moment.minutes.filter((at) => at < now) }));
    return part === null ? [] : [{ world, part, moments }];
  });
  if (step === null) return [['all', numberOf(query, asked)]];
  const labelOf = ({ site }: World, { from }: Moment) =>
    groups
      .map(({ type, granularity }) => {
        const days = (granularity ?? 0) as Granularity;
        if (type !== 'DATE') return `${new Date(instantToWall(site.timezone, from)).getUTCHours()}`;
        return toLocalLabel(formatDateLabel(site, time, days, from), days);
      })
      .join(' / ');
  const labels = new Set(asked.flatMap(({ world, moments }) => moments.map((moment) => labelOf(world, moment))));
  return [...labels].map((label) => [
    label,
    numberOf(
      query,
      asked.map((one) => ({
        ...one,
        moments: one.moments.filter((moment) => labelOf(one.world, moment) === label),
      })),
    ),
  ]);
}

/** Labels a step by each site's local clock, so that the same local hour or date is one step. */
export function toLocalLabel(label: string, width: number): string {
  return width < 86_400 ? label.slice(0, 19) : `${label.slice(0, 10)}T00:00:00`;
}

function numberOf(query: RawQuery, asked: readonly Asked[]): FoldedNumber {
  const of = (one: measure.Measure) =>
    asked.map(({ world, part, moments }) =>
      one(world, part, moments, {}, moments).map((found, index) => ({
        ...found,
        // Aligns the sites' days by index, although they begin at different instants.
        from: query.groupBy?.length ? index : (moments[index]?.from ?? 0),
      })),
    );
  const metric = findMetric(query.metric);
  const fold = query.aggregation ?? (metric === undefined ? '' : getDefaultAggregation(metric));
  switch (query.metric) {
    case 'affluenceIn':
    case 'affluenceOut':
      return foldOne(of(measure.flow(query.metric === 'affluenceIn' ? 'in' : 'out')).flat(), fold);
    case 'footfall':
      return foldOne(of(measure.passersBy).flat(), fold);
    case 'captureRate':
      return foldRatio(of(measure.flow('in')).flat(), of(measure.passersBy).flat(), 100, fold, true);
    case 'inside':
      return foldOne(bySites(of(presence.inside), fold), fold);
    case 'occupancy':
      return occupancyOf(asked, of(presence.inside), fold);
    case 'temperature':
    case 'humidity':
    case 'co2':
      return foldOne(of(sampled(query.metric)).flat(), fold);
    default:
      throw new Error(`nobody says what ${query.metric} of several sites is`);
  }
}

type Measured = ReturnType<measure.Measure>[number] & { readonly from: number };

function occupancyOf(asked: readonly Asked[], told: readonly (readonly Measured[])[], fold: string): FoldedNumber {
  if (fold === 'AVERAGE') {
    // Every minute in which the people of a site are known, and its limit in that minute.
    const minutes = told.flatMap((list, place) => {
      const { world, part } = asked[place] as Asked;
      const limit = limitOf(world.site, part);
      return list.map((one) => ({
        one,
        limit,
        values: one.known !== null && 'values' in one.known ? one.known.values : [],
      }));
    });
    const summed = (sumOf: (values: readonly number[], limit: number) => number) =>
      minutes.map(({ one, limit, values }) => ({
        ...one,
        known: values.length === 0 ? null : { sum: sumOf(values, limit) },
      }));
    const people = summed((values) => values.reduce((sum, value) => sum + value, 0));
    return foldRatio(
      people,
      summed((values, limit) => values.length * limit),
      100,
      fold,
      false,
    );
  }
  const people = bySites(told, fold);
  // The limit is known for every open hour, also while the site sends nothing.
  const limits = people.map((one) => {
    const open = asked.filter((_, place) => told[place]?.some(({ from }) => from === one.from));
    return { ...one, known: { sum: open.reduce((sum, { world, part }) => sum + limitOf(world.site, part), 0) } };
  });
  return foldRatio(people, limits, 100, fold, false);
}

/**
 * Sums the people of all sites with data per interval; days begin at a different hour in each. Extremes are summed
 * within an interval, since the minute of each site's extreme is not stored.
 */
function bySites(bySite: readonly (readonly Measured[])[], fold: string) {
  const intervals = [...Map.groupBy(bySite.flat(), ({ from }) => from).values()];
  return intervals
    .map((sites) => {
      const lists = sites.flatMap(({ known }) => (known !== null && 'values' in known ? [known.values] : []));
      const sums = lists.flatMap((values) => foldPlainly(values, fold) ?? []);
      const known = sums.length === 0 ? null : { sum: sums.reduce((sum, value) => sum + value, 0) };
      return { ...(sites[0] as Measured), known };
    })
    .sort((one, other) => one.from - other.from);
}

const limitOf = ({ zones }: Topology, part: Part) =>
  zones.filter(({ id }) => part.zones.includes(id)).reduce((sum, { limit }) => sum + (limit ?? 0), 0);
