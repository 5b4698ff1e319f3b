import type { Span } from '@atrium/domain/core';
import type { SectionQueries } from '@atrium/domain/dashboards';
import { explainedQuery } from '@atrium/domain/dashboards/explain';
import { findMetric } from '@atrium/domain/measurements';
import { type Explained, stretchesOf } from '../explain/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import type { Site } from '../site/site.ts';
import { nameOf, type Reader, sayFigure } from './section-words.ts';

/** What the numbers of a section are explained from. */
export interface SectionGround {
  readonly queries: SectionQueries;
  readonly site: Site;
  readonly filters: ResolvedFilters;
}

/** The part of a section's numbers that is its typical week; the others are named by their metric. */
const weekPart = 'week';

/** What a number of the section is: a metric as a whole or at a step of its course, or an hour of its typical week. */
export function explainedOf(
  part: string,
  { queries, site, filters }: SectionGround,
  spans: readonly Span[],
  reader: Reader,
): Explained | null {
  const asked = part === weekPart ? queries.week : queries.metrics.get(part)?.total;
  const query = asked ? explainedQuery(asked, [], spans) : null;
  const metric = findMetric(asked?.metric ?? '');
  const [first, last] = [filters.spans[0], filters.spans.at(-1)];
  if (query === null || metric === undefined || !first || !last) return null;
  const { state, ranges } = filters;
  const isCompared = state.compare.on && ranges.length === 1 && spans.length < 2 && part !== weekPart;
  return {
    title: nameOf(metric, reader.say),
    place: filters.zone.id === filters.topZone.id ? site.topology.name : filters.zone.name,
    metric,
    query,
    ...stretchesOf(spans, { from: first.from, to: last.to }),
    ranges,
    site,
    mode: isCompared ? state.compare.mode : null,
    format: (value) => sayFigure(value, metric, reader),
    siblings: [],
  };
}
