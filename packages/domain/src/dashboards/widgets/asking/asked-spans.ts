import { type Instant, type Span, toDaysSpan } from '../../../core/index.ts';
import { countsPeople, findHourSpans, type Metric } from '../../../measurements/index.ts';
import { listOpenSpans, type OpeningCalendar } from '../../../sites/index.ts';
import { getPeopleProgress, getProgress } from '../../progress.ts';
import type { PageFilters } from '../widget-spec.ts';

/** Returns the spans of days and hours at a site. */
export function toSpans(site: OpeningCalendar, { ranges, hours }: Pick<PageFilters, 'ranges' | 'hours'>): Span[] {
  const { from, to, openingOnly } = hours ?? {};
  return ranges.flatMap((range) => {
    const days = toDaysSpan(site, range.from, range.to);
    if (openingOnly) return listOpenSpans(site, days);
    return from && to ? findHourSpans(site, days, { from, to }) : [days];
  });
}

/**
 * Returns now, while any of the metrics can still change in the period: people until the last closing, others until its
 * end.
 */
export function getPresent(
  metrics: readonly Metric[],
  site: OpeningCalendar,
  filters: Pick<PageFilters, 'ranges' | 'hours'>,
  now: Instant,
): Instant | null {
  const spans = toSpans(site, filters);
  const progress = metrics.every(countsPeople) ? getPeopleProgress(site, spans, now) : getProgress(spans, now);
  return progress === 'running' ? now : null;
}
