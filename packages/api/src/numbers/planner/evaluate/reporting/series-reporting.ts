import type { Instant, Span } from '@atrium/domain/core';
import type { Cell, DescriptorKey, Measure } from '@atrium/domain/numbers';
import type { Source } from '../../plan/sources.ts';
import { type Bucket, intersect, type Timeline } from '../../plan/timeline.ts';
import { Overlaps } from './overlaps.ts';
import type { DeviceReporting } from './reporting.ts';
import { mergeSpans, toSpan } from './spans.ts';

/** Device-ms of one series in each piece of a timeline. */
export interface SeriesReporting {
  readonly expected: Float64Array;
  readonly reported: Float64Array;
}

/** Returns the expected and reported device-ms of a series, each device while it counts for the series. */
export function computeSeriesReporting(
  timeline: Timeline,
  sources: readonly Source[],
  devices: ReadonlyMap<number, DeviceReporting>,
): SeriesReporting {
  const expected = new Overlaps(timeline);
  const reported = new Overlaps(timeline);
  for (const [device, spans] of groupSpansByDevice(sources)) {
    const reporting = devices.get(device);
    if (reporting === undefined) continue;
    expected.add(intersect(spans, reporting.expected));
    reported.add(intersect(spans, reporting.reported));
  }
  return { expected: expected.sums(), reported: reported.sums() };
}

/** Device-ms of one series in each bucket, without time outside the query. */
export interface ReportingByBucket {
  readonly owed: Float64Array;
  readonly delivered: Float64Array;
}

/** Same, by bucket. */
export function sumReportingByBucket(
  timeline: Timeline,
  sources: readonly Source[],
  devices: ReadonlyMap<number, DeviceReporting>,
): ReportingByBucket {
  const { expected, reported } = computeSeriesReporting(timeline, sources, devices);
  return { owed: sumByBucket(timeline, expected), delivered: sumByBucket(timeline, reported) };
}

/** Returns the spans in which each device counts for any source. */
export function groupSpansByDevice(sources: readonly Source[]): Map<number, Span[]> {
  const spans = new Map<number, Span[]>();
  for (const { deviceId, validity } of sources) spans.set(deviceId, [...(spans.get(deviceId) ?? []), toSpan(validity)]);
  for (const [device, list] of spans) spans.set(device, mergeSpans(list));
  return spans;
}

/** Sums device-ms of pieces by bucket, without time outside the query. */
export function sumByBucket(timeline: Timeline, pieces: Float64Array): Float64Array {
  const sums = new Float64Array(timeline.buckets.length);
  for (let piece = 0; piece < pieces.length; piece++) {
    const bucket = timeline.bucketOf[piece] as number;
    if (bucket >= 0) sums[bucket] = (sums[bucket] as number) + (pieces[piece] as number);
  }
  return sums;
}

/** Silence below this many ms is a rounding error. */
const negligible = 1;

/** Whether devices reported less than expected (ms). */
function isSilent(owed: number, delivered: number): boolean {
  return delivered < owed - negligible;
}

/** Returns the cell of a bucket from its measure (null: none, maybe because it is `notTold`) and its completeness. */
export function buildCell(
  bucket: Bucket,
  measure: Measure | null,
  expected: number,
  reported: number,
  now: Instant,
  notTold?: readonly DescriptorKey[],
): Cell {
  if (bucket.closed) return { state: 'closed' };
  if (measure === null) return notTold === undefined ? { state: 'missing' } : { state: 'missing', notTold };
  const silent = isSilent(expected, reported);
  const goesOn = bucket.to > now;
  if (goesOn && !silent) return { state: 'known', partial: true, ongoing: true, measure };
  return { state: 'known', partial: silent, measure };
}

/** Marks a known cell as partial. */
export function markPartial(cell: Cell): Cell {
  return cell.state === 'known' ? { state: 'known', partial: true, measure: cell.measure } : cell;
}
