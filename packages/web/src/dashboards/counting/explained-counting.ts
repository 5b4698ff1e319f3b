import { type Span, toDaySpan } from '@atrium/domain/core';
import { buildExplainedQuery } from '@atrium/domain/dashboards/explain';
import { findMetric, type Metric, type RawQuery, toDayRange } from '@atrium/domain/measurements';
import type { Translate } from '../../i18n/index.ts';
import { type Explained, toExplainedSpans } from '../explain/index.ts';
import { formatMetricValue } from '../words/metric-texts.ts';
import { getMetricName } from '../words/section-texts.ts';
import type { CountingContext, CountingNumber } from './counting-model.ts';

interface Reader {
  readonly t: Translate;
  readonly locale: string;
}

/** Returns the explanation of a number on the counting page, as a whole or for one bar of its chart. */
export function getCountingExplanation(
  name: CountingNumber,
  context: CountingContext,
  spans: readonly Span[],
  reader: Reader,
): Explained | null {
  const { queries, site, filters } = context;
  const asked: RawQuery = name === 'inside' ? insideNow(context) : queries[name];
  const place = filters.zone.id === filters.topZone.id ? site.topology.name : filters.zone.name;
  return explained(name, buildExplainedQuery(asked, [], spans), place, context, spans, reader);
}

/** Returns the explanation of a number in the zone table. `part` is e.g. `entries/12`: number and zone id. */
export function getZoneExplanation(
  part: string,
  context: CountingContext,
  spans: readonly Span[],
  reader: Reader,
): Explained | null {
  const [, name, id] = /^(entries|inside|capture)\/(\d+)$/.exec(part) ?? [];
  const zone = context.site.topology.zones.find((each) => String(each.id) === id);
  if (zone === undefined) return null;
  const { zoneEntries, zoneCapture } = context.queries;
  const asked: RawQuery = name === 'inside' ? insideNow(context) : name === 'capture' ? zoneCapture : zoneEntries;
  const group = { type: 'ZONE_ID', label: String(zone.id), zoneId: zone.id };
  const query = buildExplainedQuery(asked, [group], spans);
  return explained(name as 'entries' | 'inside' | 'capture', query, zone.name, context, spans, reader);
}

/** Returns the explanation of the entries through a door, by its name. */
export function getDoorExplanation(
  name: string,
  context: CountingContext,
  spans: readonly Span[],
  reader: Reader,
): Explained | null {
  const group = { type: 'PASSAGE', label: name, zoneId: null };
  const named = context.site.topology.passages.filter((passage) => passage.name === name);
  const idOf = () => (named.length === 1 ? (named[0]?.id ?? null) : null);
  const query = buildExplainedQuery(context.queries.doors, [group], spans, idOf);
  return explained('entries', query, name, context, spans, reader);
}

function titleOf(name: CountingNumber, metric: Metric, t: Translate): string {
  if (name === 'dwell' || name === 'female' || name === 'goods') return getMetricName(metric, t);
  return t(`counting.kpi.${name === 'typicalWeek' ? 'entries' : name}`);
}

const insideNow = ({ queries }: CountingContext): RawQuery => ({ ...queries.insideSeries, aggregation: 'LAST' });

function explained(
  name: CountingNumber,
  query: RawQuery | null,
  place: string,
  { site, filters }: CountingContext,
  spans: readonly Span[],
  reader: Reader,
): Explained | null {
  const metric = findMetric(query?.metric ?? '');
  const [first, last] = [filters.spans[0], filters.spans.at(-1)];
  if (query === null || metric === undefined || !first || !last) return null;
  const { state, ranges } = filters;
  const wording = { decimals: metric.decimals, hideUnit: false, formatter: null };
  const isOneStretch = spans.length === 1 || (spans.length === 0 && ranges.length === 1);
  const isCompared = state.compare.on && isOneStretch && name !== 'typicalWeek';
  return {
    title: titleOf(name, metric, reader.t),
    place,
    metric,
    query,
    // People inside are always today's, whatever days are shown.
    ...toExplainedSpans(
      spans,
      name === 'inside' ? toDaySpan(site.topology, filters.today) : { from: first.from, to: last.to },
    ),
    ranges: name === 'inside' ? [toDayRange(filters.today, filters.today)] : ranges,
    calendar: site.topology,
    mode: isCompared ? state.compare.mode : null,
    format: (value) => formatMetricValue(value, metric, wording, reader),
    siblings: [],
  };
}
