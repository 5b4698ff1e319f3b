import { type Instant, type Span, spanOfDays } from '../../../core/index.ts';
import { countsHeads, hourSpans, type Metric } from '../../../measurements/index.ts';
import { type OpeningCalendar, openSpans } from '../../../sites/index.ts';
import { progressOf, progressOfPeople } from '../../progress.ts';
import type { PageFilters } from '../widget-spec.ts';

/** Returns the spans of days and hours at a site. */
export function askedSpans(site: OpeningCalendar, { ranges, hours }: Pick<PageFilters, 'ranges' | 'hours'>): Span[] {
  const { from, to, openingOnly } = hours ?? {};
  return ranges.flatMap((range) => {
    const days = spanOfDays(site, range.from, range.to);
    if (openingOnly) return openSpans(site, days);
    return from && to ? hourSpans(site, days, { from, to }) : [days];
  });
}

/**
 * Returns now, while any of the metrics can still change in the period: people until the last closing, others until its
 * end.
 */
export function presentOf(
  metrics: readonly Metric[],
  site: OpeningCalendar,
  filters: Pick<PageFilters, 'ranges' | 'hours'>,
  now: Instant,
): Instant | null {
  const spans = askedSpans(site, filters);
  const progress = metrics.every(countsHeads) ? progressOfPeople(site, spans, now) : progressOf(spans, now);
  return progress === 'running' ? now : null;
}
