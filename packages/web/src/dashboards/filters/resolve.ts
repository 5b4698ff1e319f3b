import type { Instant, LocalDate, Span } from '@atrium/domain/core';
import { dayOf, spanOfDays } from '@atrium/domain/core';
import { defaultTimespan, type FilterState, rangesOf, type Timespan } from '@atrium/domain/dashboards';
import { type DayRange, hourSpans, hoursOfPreset, selectableDays } from '@atrium/domain/measurements';
import { openSpans, topZones, type Zone } from '@atrium/domain/sites';
import type { Site } from '../site/site.ts';

/** The filters with every default filled in for one site and moment. */
export interface ResolvedFilters {
  readonly state: FilterState;
  readonly timespan: Timespan;
  readonly isDefaultTimespan: boolean;
  readonly ranges: readonly DayRange[];
  /** One per range, cut to the chosen hours. */
  readonly spans: readonly Span[];
  readonly zone: Zone;
  readonly topZone: Zone;
  readonly today: LocalDate;
  /** Whether the days shown are still going on. */
  readonly includesNow: boolean;
  readonly selectable: { readonly first: LocalDate; readonly last: LocalDate };
}

/** Null for a site without a zone, which has nothing to filter. An unknown zone of an old link is the top zone. */
export function resolveFilters(state: FilterState, { topology }: Site, now: Instant): ResolvedFilters | null {
  const [topZone] = topZones(topology.zones);
  if (!topZone) return null;
  const standard = defaultTimespan(topology, now);
  const timespan = state.timespan ?? standard;
  const ranges = rangesOf(timespan, topology, now);
  const days = ranges.map((range) => spanOfDays(topology, range.from, range.to));
  return {
    state,
    timespan,
    isDefaultTimespan: JSON.stringify(timespan) === JSON.stringify(standard),
    ranges,
    spans: days.flatMap((span) => hoursWithin(span, state, topology)),
    zone: topology.zones.find((zone) => zone.id === state.zoneId) ?? topZone,
    topZone,
    today: dayOf(topology, now),
    includesNow: days.some((span) => span.from <= now && now < span.to),
    selectable: selectableDays(topology, now),
  };
}

function hoursWithin(span: Span, { hours }: FilterState, site: Site['topology']): readonly Span[] {
  if (hours === 'all') return [span];
  const filter = hoursOfPreset(hours, site.openingHours);
  return filter.openingOnly ? openSpans(site, span) : hourSpans(site, span, filter);
}
