import type { Span } from '@atrium/domain/core';
import type { CountingQueries } from '@atrium/domain/dashboards';
import { explainedQuery } from '@atrium/domain/dashboards/explain';
import { dayRange, findMetric, type RawQuery } from '@atrium/domain/measurements';
import { type Say, useText } from '../../i18n/index.ts';
import { type Explained, type Explains, useExplain } from '../explain/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import type { Site } from '../site/site.ts';
import { sayValue } from '../widgets/words/metric-words.ts';

export type CountingNumber = 'entries' | 'exits' | 'capture' | 'inside';

/** What the numbers of the page are explained from. */
export interface CountingGround {
  readonly queries: CountingQueries;
  readonly site: Site;
  readonly filters: ResolvedFilters;
}

/** Lets one of the page's numbers explain itself, as a whole or for one bar of its chart. */
export function useCountingExplains(name: CountingNumber, ground: CountingGround): Explains | null {
  const { say, locale } = useText();
  return useExplain(name, (_part, span) => explainedOf(name, ground, span, { say, locale }));
}

function explainedOf(
  name: CountingNumber,
  { queries, site, filters }: CountingGround,
  span: Span | null,
  reader: { readonly say: Say; readonly locale: string },
): Explained | null {
  const isNow = name === 'inside';
  const asked: RawQuery = isNow ? { ...queries.insideSeries, aggregation: 'LAST' } : queries[name];
  const query = explainedQuery(asked, [], span);
  const metric = findMetric(asked.metric);
  const [first, last] = [filters.spans[0], filters.spans.at(-1)];
  if (query === null || metric === undefined || !first || !last) return null;
  const { state, ranges } = filters;
  const wording = { decimals: metric.decimals, hideUnit: false, formatter: null };
  return {
    title: reader.say(`counting.kpi.${name}`),
    place: filters.zone.id === filters.topZone.id ? site.topology.name : filters.zone.name,
    metric,
    query,
    span: span ?? { from: first.from, to: last.to },
    ranges: isNow ? [dayRange(filters.today, filters.today)] : ranges,
    site,
    mode: state.compare.on && ranges.length === 1 ? state.compare.mode : null,
    format: (value) => sayValue(value, metric, wording, reader),
    siblings: [],
  };
}
