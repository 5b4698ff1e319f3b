import type { Granularity, Instant, Span, ZoneId } from '@atrium/domain/core';
import {
  type Answer,
  type AnswerBucket,
  bucketsOfAnswer,
  coverageOf,
  granularityOf,
  groupsOfAnswer,
  type PartCoverage,
  readAnswer,
  totalOfAnswer,
  valuesOfAnswer,
  withExpected,
} from '@atrium/domain/dashboards';
import { type Coverage, type DayRange, dayRange, type Point } from '@atrium/domain/measurements';
import { boundary, openSpans, selfOrDescendants, type Zone } from '@atrium/domain/sites';
import type { ResolvedFilters } from '../filters/resolve.ts';
import type { CountingNumbersQuery } from '../operations.generated.ts';
import type { Site } from '../site/site.ts';

/** One number with its course and what is usual. */
export interface Measured {
  readonly value: number | null;
  readonly usual: number | null;
  readonly partial: boolean;
  readonly buckets: readonly AnswerBucket[];
}

export interface ZoneRow {
  readonly zone: Zone;
  readonly parent: Zone | null;
  readonly passageCount: number;
  readonly entries: Measured;
  /** Null of an outer zone. */
  readonly capture: { readonly value: number | null; readonly usual: number | null } | null;
  readonly coverage: PartCoverage;
}

/** Why there is nothing to draw; null when there is. */
export type Emptiness = 'closed' | 'noVisitors' | 'offline' | 'nothingMatches' | null;

export interface CountingModel {
  readonly width: Granularity;
  readonly entries: Measured;
  readonly exits: Measured;
  readonly capture: Measured;
  /** People inside today by quarter-hour, whatever days are shown: it stands behind the live figure. */
  readonly inside: readonly AnswerBucket[];
  readonly coverage: Coverage;
  readonly closed: readonly Span[];
  /** By weekday and hour of the day. */
  readonly week: Answer;
  readonly zones: readonly ZoneRow[];
  readonly emptiness: Emptiness;
}

export function countingModel(
  numbers: CountingNumbersQuery,
  site: Site,
  filters: ResolvedFilters,
  now: Instant,
): CountingModel {
  const width = granularityOf(filters.ranges);
  const reader = courseReader(site, filters, now);
  const measured = (name: 'entries' | 'exits' | 'capture'): Measured => {
    const { point, usual } = totalOfAnswer(readAnswer(numbers[name]));
    const buckets = reader(
      readAnswer(numbers[`${name}Series`]),
      readAnswer(numbers[`${name}Expected`]),
      width,
      filters.ranges,
    );
    return { ...known(point), usual, buckets };
  };
  const entries = measured('entries');
  const coverage = numbers.entries.coverage;
  const shown = spanOf(entries.buckets) ?? filters.spans[0];
  return {
    width,
    entries,
    exits: measured('exits'),
    capture: measured('capture'),
    inside: reader(readAnswer(numbers.insideSeries), readAnswer(numbers.insideExpected), 900, [
      dayRange(filters.today, filters.today),
    ]),
    coverage,
    closed: shown ? gapsIn(shown, openSpans(site.topology, shown)) : [],
    week: readAnswer(numbers.typicalWeek),
    zones: zoneRows(numbers, site, filters, width, now),
    emptiness: emptinessOf(entries, coverage, filters, site),
  };
}

type CourseReader = (
  course: Answer,
  expected: Answer,
  width: Granularity,
  ranges: readonly DayRange[],
) => readonly AnswerBucket[];

/** Reads a course together with that of the days it is compared with. */
function courseReader({ topology }: Site, filters: ResolvedFilters, now: Instant): CourseReader {
  const at = { now, timezone: topology.timezone };
  const { mode } = filters.state.compare;
  return (course, expected, width, ranges) =>
    withExpected(bucketsOfAnswer(course, width, at), bucketsOfAnswer(expected, width, at), {
      calendar: topology,
      ranges,
      mode,
    });
}

function known(point: Point): { readonly value: number | null; readonly partial: boolean } {
  return point.state === 'known' ? { value: point.value, partial: point.partial } : { value: null, partial: false };
}

/** First reason that holds, from the outside in: what was asked, the sensors, the doors, the people. */
function emptinessOf(entries: Measured, coverage: Coverage, filters: ResolvedFilters, site: Site): Emptiness {
  if (entries.value !== null && entries.value > 0) return null;
  if (filters.spans.length === 0 || entries.buckets.length === 0)
    return filters.state.hours === 'all' ? 'offline' : 'nothingMatches';
  if (coverage.ratio === 0 && entries.value === null) return 'offline';
  if (filters.spans.every((span) => openSpans(site.topology, span).length === 0)) return 'closed';
  return entries.value === null ? 'offline' : 'noVisitors';
}

function zoneRows(
  numbers: CountingNumbersQuery,
  site: Site,
  filters: ResolvedFilters,
  width: Granularity,
  now: Instant,
): readonly ZoneRow[] {
  const { topology } = site;
  const totals = valuesOfAnswer(readAnswer(numbers.zoneEntries));
  const series = groupsOfAnswer(readAnswer(numbers.zoneSeries));
  const expected = groupsOfAnswer(readAnswer(numbers.zoneExpected));
  const reader = courseReader(site, filters, now);
  const captures = valuesOfAnswer(readAnswer(numbers.zoneCapture));
  return tableZones(site, filters)
    .map((zone): ZoneRow => {
      const total = totals.get(String(zone.id));
      const capture = captures.get(String(zone.id));
      const sources = boundary(topology, [zone.id]);
      const devices = [...new Set(sources.map((source) => source.deviceId))];
      const buckets = reader(
        series.get(String(zone.id)) ?? noAnswer,
        expected.get(String(zone.id)) ?? noAnswer,
        width,
        filters.ranges,
      );
      return {
        zone,
        parent: topology.zones.find((each) => zone.parentIds.includes(each.id) && each.id !== filters.zone.id) ?? null,
        passageCount: new Set(sources.map((source) => source.passageId)).size,
        entries: { ...known(total?.point ?? { state: 'missing' }), usual: total?.usual ?? null, buckets },
        capture: isOuter(site, zone.id)
          ? null
          : { value: known(capture?.point ?? { state: 'missing' }).value, usual: capture?.usual ?? null },
        coverage: coverageOf(devices, numbers.zoneEntries.coverage.silent, filters.spans, now),
      };
    })
    .sort(
      (left, right) => (right.entries.value ?? -1) - (left.entries.value ?? -1) || left.zone.order - right.zone.order,
    );
}

/**
 * Who comes in from the street never passed in front of the zone: without a count of passers-by of its own, their share
 * of the zone around it says nothing and may be over 100 %.
 */
function isOuter({ topology }: Site, zoneId: ZoneId): boolean {
  const ownStreet = topology.passages.some((passage) => passage.footfallOf === zoneId);
  const toOutside = topology.passages.some(({ ends }) =>
    ends.some(
      ({ fromZoneId, toZoneId }) =>
        (fromZoneId === null && toZoneId === zoneId) || (toZoneId === null && fromZoneId === zoneId),
    ),
  );
  return toOutside && !ownStreet;
}

const noAnswer: Answer = { data: [], comparison: null };

/** Everything inside the chosen zone, or of it what carries the chosen tags. */
export function tableZones({ topology }: Site, { zone, counted }: ResolvedFilters): readonly Zone[] {
  if (counted.some((each) => each.id !== zone.id) || counted.length > 1) return counted;
  const inside = selfOrDescendants(topology.zones, [zone.id]);
  return topology.zones.filter((each) => each.id !== zone.id && inside.has(each.id));
}

function spanOf(buckets: readonly AnswerBucket[]): Span | null {
  const [first] = buckets;
  const last = buckets.at(-1);
  return first && last ? { from: first.from, to: last.to } : null;
}

/** What of a span lies in none of the inner spans (sorted, not overlapping). */
function gapsIn(span: Span, inner: readonly Span[]): readonly Span[] {
  const edges = [span.from, ...inner.flatMap(({ from, to }) => [from, to]), span.to];
  return Array.from({ length: edges.length / 2 }, (_, index) => ({
    from: edges[2 * index] ?? 0,
    to: edges[2 * index + 1] ?? 0,
  })).filter(({ from, to }) => to > from);
}
