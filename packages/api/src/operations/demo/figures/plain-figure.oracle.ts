import type { Granularity } from '@atrium/domain/core';
import { findMetric, getDefaultAggregation, type LabelledValue, type RawQuery } from '@atrium/domain/numbers';
import { catalogue, computeLeaves, type PlainQuestion, type World } from '@atrium/testkit/oracle';
import { findPart, readPeriods, readWeekdays } from './asked-places.oracle.ts';
import { computeTogether, toLocalLabel } from './several-sites.oracle.ts';

/** Numbers by their path of labels in an answer. Leaves out unknown values. */
export type Numbers = Readonly<Record<string, number>>;

/** Flattens an answer. */
export function flattenNumbers(values: readonly LabelledValue[], path: readonly string[] = []): Numbers {
  return Object.fromEntries(
    values.flatMap(({ label, value }) => {
      const at = [...path, label];
      if (Array.isArray(value)) return Object.entries(flattenNumbers(value as readonly LabelledValue[], at));
      return typeof value === 'number' ? [[at.join(' / '), rounded(value)]] : [];
    }),
  );
}

/** Computes the same numbers from every single reading of every site. */
export function computeNumbers(query: RawQuery, worlds: readonly World[]): Numbers {
  const asked = worlds.filter(({ site }) => findPart(query, site) !== null);
  const { groupBy, sortBy, limit } = query;
  const isTogether = asked.length > 1 && ['DATE', undefined].includes(groupBy?.[0]?.type);
  const known = (at: string, value: number | null) => (value === null ? [] : [[at, rounded(value)] as const]);
  const width = groupBy?.find(({ type }) => type === 'DATE')?.granularity ?? 0;
  const written = (label: string) => (asked.length > 1 && label.includes('T') ? toLocalLabel(label, width) : label);
  const numbers = isTogether
    ? computeTogether(query, asked).flatMap(([at, { value }]) => known(at, value))
    : asked
        .flatMap((world) => computeLeaves(world, plainOf(query, world)))
        .flatMap(({ path, value }) => known(path.map(({ label }) => written(label)).join(' / '), value));
  const isCut = sortBy?.order === 'DESC' && limit != null;
  return Object.fromEntries(isCut ? numbers.toSorted(([, one], [, other]) => other - one).slice(0, limit) : numbers);
}

const rounded = (value: number) => Number(value.toPrecision(9));

function plainOf(query: RawQuery, { site }: World): PlainQuestion {
  const { metric: name, granularity } = query;
  const [metric, part] = [findMetric(name), findPart(query, site)];
  if (metric === undefined || part === null) throw new Error(`nothing is asked of ${site.name} by ${name}`);
  const groups = (query.groupBy ?? []).map(({ type, granularity: width, period }) => ({
    type,
    width: (width ?? null) as Granularity | null,
    period: period ?? null,
  }));
  const shown = groups.findLast((group) => group.width !== null)?.width ?? null;
  // Means of ratios have base intervals of their own. Their minimum and maximum use the requested interval.
  const isMean = (query.aggregation ?? 'AVERAGE') === 'AVERAGE';
  const widest = isMean ? catalogue[name]?.widest : undefined;
  const width = widest === undefined ? (granularity ?? shown ?? 3600) : Math.min(shown ?? widest, widest);
  return {
    metric: name,
    complementary: null,
    folds: { [name]: query.aggregation ?? getDefaultAggregation(metric) },
    shared: [],
    periods: readPeriods(query),
    weekdays: readWeekdays(query),
    hours: query.hours?.openingOnly ? 'open' : null,
    part,
    wanted: {},
    groups,
    base: { [name]: width as Granularity },
    sort: null,
    limit: null,
  };
}
