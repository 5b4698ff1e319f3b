import type { Instant, LocalDate, OrganizationId, Span, ZoneId } from '@atrium/domain/core';
import type { Cell, DescriptorFilter, DescriptorKey, MeasurementSettings } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { SiteSelection } from '../plan/scoped-query.ts';
import type { Source } from '../plan/sources.ts';
import { cutTimeline, type Timeline } from '../plan/timeline.ts';
import type { Scanner } from '../read/scanner.ts';
import type { DeviceReporting } from './reporting/reporting.ts';

/** Totals of a site's receipts in the piece of time that begins at `edge`. */
export interface SalesRow {
  readonly edge: Instant;
  readonly turnover: number;
  /** Number of receipts above 0 and of the items on them. */
  readonly orders: number;
  readonly goods: number;
  /** Receipts in another currency than the site's. They count nowhere. */
  readonly foreign: number;
}

/** Source of receipts. Returns several sites of an organization at once, in the order of the sites. */
export interface SalesReader {
  sums(sites: readonly SoldAt[], edges: readonly Instant[]): Promise<readonly (readonly SalesRow[])[]>;
  coveredDays(sites: readonly SoldAt[], from: LocalDate, to: LocalDate): Promise<readonly CoveredDays[]>;
}

/**
 * Days of a site covered by sales data, even without sales, each with the instant up to which it is covered. Null: the
 * whole day.
 */
export type CoveredDays = ReadonlyMap<LocalDate, Instant | null>;

/** Single-site variant of the reader. */
export interface SalesOfSite {
  sums(site: SoldAt, edges: readonly Instant[]): Promise<readonly SalesRow[]>;
  coveredDays(site: SoldAt, from: LocalDate, to: LocalDate): Promise<CoveredDays>;
}

export interface SoldAt {
  readonly organizationId: OrganizationId;
  readonly installationId: Topology['installationId'];
  readonly currency: string | null;
}

/** Manual correction: people inside a zone at an instant. */
interface SetPoint {
  readonly zoneId: ZoneId;
  readonly at: Instant;
  readonly value: number;
}

/** Source of manual corrections. */
export interface SetPointReader {
  /** Returns corrections in order of time, with span.from ≤ at < span.to. */
  setPoints(organizationId: OrganizationId, zoneIds: readonly ZoneId[], span: Span): Promise<readonly SetPoint[]>;
}

/** Input for evaluating one side of a metric at one site. */
export interface Evaluation {
  readonly scanner: Scanner;
  readonly sales: SalesOfSite;
  readonly corrections: SetPointReader;
  readonly settings: MeasurementSettings;
  readonly now: Instant;
  readonly topology: Topology;
  readonly timeline: Timeline;
  readonly series: readonly SeriesInput[];
  /** Descriptors to group by, in the order in which their values are joined. */
  readonly splits: readonly DescriptorKey[];
  readonly descriptors: readonly DescriptorFilter[];
  readonly withValues: boolean;
}

/** Area, passage or device whose numbers are queried. */
export interface SeriesInput {
  readonly selection: SiteSelection;
  readonly sources: readonly Source[];
}

/** One cell per bucket for each series, by split. '' stands for any split that never occurred, or for the total. */
export interface Evaluated {
  readonly cells: readonly ReadonlyMap<string, readonly Cell[]>[];
  readonly devices: ReadonlyMap<number, DeviceReporting>;
  /** Requested descriptors that a series' sensors never reported. Absent when no descriptors are involved. */
  readonly notTold?: readonly (readonly DescriptorKey[] | null)[];
}

const pastTimelines = new WeakMap<Timeline, { readonly now: Instant; readonly past: Timeline }>();

/**
 * Limits the evaluation to the time that has begun. Readings from the future (device clocks ahead) count once that time
 * has come. Shared timelines stay shared, so that they are read together.
 */
export function limitToNow<One extends Pick<Evaluation, 'timeline' | 'now'>>(evaluation: One): One {
  const { timeline, now } = evaluation;
  if ((timeline.edges.at(-1) ?? now) <= now + 1) return evaluation;
  const kept = pastTimelines.get(timeline);
  const past = kept?.now === now ? kept.past : pastOf(timeline, now + 1);
  pastTimelines.set(timeline, { now, past });
  return { ...evaluation, timeline: past };
}

/** Same buckets; those that have not begun have no pieces. */
function pastOf(timeline: Timeline, end: Instant): Timeline {
  const cut = cutTimeline(timeline, [end]);
  const last = cut.edges.indexOf(end);
  return last <= 0
    ? { ...timeline, edges: [], bucketOf: [] }
    : { ...cut, edges: cut.edges.slice(0, last + 1), bucketOf: cut.bucketOf.slice(0, last) };
}
