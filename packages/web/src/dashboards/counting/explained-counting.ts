import type { Span } from '@atrium/domain/core';
import { explainedQuery } from '@atrium/domain/dashboards/explain';
import { dayRange, findMetric, type RawQuery } from '@atrium/domain/measurements';
import type { Say } from '../../i18n/index.ts';
import { type Explained, stretchesOf } from '../explain/index.ts';
import { sayValue } from '../widgets/words/metric-words.ts';
import type { CountingGround, CountingNumber } from './use-counting-explains.ts';

/** What one of the counting page's numbers is, as a whole or for one bar of its chart. */
export function explainedOf(
  name: CountingNumber,
  { queries, site, filters }: CountingGround,
  spans: readonly Span[],
  reader: { readonly say: Say; readonly locale: string },
): Explained | null {
  const isNow = name === 'inside';
  const asked: RawQuery = isNow ? { ...queries.insideSeries, aggregation: 'LAST' } : queries[name];
  const query = explainedQuery(asked, [], spans);
  const metric = findMetric(asked.metric);
  const [first, last] = [filters.spans[0], filters.spans.at(-1)];
  if (query === null || metric === undefined || !first || !last) return null;
  const { state, ranges } = filters;
  const wording = { decimals: metric.decimals, hideUnit: false, formatter: null };
  return {
    title: reader.say(`counting.kpi.${name === 'typicalWeek' ? 'entries' : name}`),
    place: filters.zone.id === filters.topZone.id ? site.topology.name : filters.zone.name,
    metric,
    query,
    ...stretchesOf(spans, { from: first.from, to: last.to }),
    ranges: isNow ? [dayRange(filters.today, filters.today)] : ranges,
    site,
    mode:
      state.compare.on && ranges.length === 1 && spans.length < 2 && name !== 'typicalWeek' ? state.compare.mode : null,
    format: (value) => sayValue(value, metric, wording, reader),
    siblings: [],
  };
}
