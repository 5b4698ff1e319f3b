import type { Instant, Span } from '@atrium/domain/core';
import type { Cell, DescriptorKey, Measure } from '@atrium/domain/measurements';
import type { Source } from '../../plan/sources.ts';
import { type Bucket, intersect, type Timeline } from '../../plan/timeline.ts';
import type { DeviceReporting } from './reporting.ts';
import { addOverlap, spanOf, unite } from './spans.ts';

/** Device-ms of one series in each piece of a timeline. */
export interface SeriesReporting {
  readonly expected: Float64Array;
  readonly reported: Float64Array;
}

/** What the devices of a series owed and delivered, each while it counted for the series. */
export function reportingOfSeries(
  timeline: Timeline,
  sources: readonly Source[],
  devices: ReadonlyMap<number, DeviceReporting>,
): SeriesReporting {
  const expected = new Float64Array(timeline.bucketOf.length);
  const reported = new Float64Array(timeline.bucketOf.length);
  for (const [device, spans] of spansByDevice(sources)) {
    const reporting = devices.get(device);
    if (reporting === undefined) continue;
    addOverlap(timeline, intersect(spans, reporting.expected), expected);
    addOverlap(timeline, intersect(spans, reporting.reported), reported);
  }
  return { expected, reported };
}

/** When each device counts for any of the sources. */
export function spansByDevice(sources: readonly Source[]): Map<number, Span[]> {
  const spans = new Map<number, Span[]>();
  for (const { deviceId, validity } of sources) spans.set(deviceId, [...(spans.get(deviceId) ?? []), spanOf(validity)]);
  for (const [device, list] of spans) spans.set(device, unite(list));
  return spans;
}

/** Device-ms per bucket instead of per piece; time that is not asked for is left out. */
export function byBucket(timeline: Timeline, pieces: Float64Array): Float64Array {
  const sums = new Float64Array(timeline.buckets.length);
  for (let piece = 0; piece < pieces.length; piece++) {
    const bucket = timeline.bucketOf[piece] as number;
    if (bucket >= 0) sums[bucket] = (sums[bucket] as number) + (pieces[piece] as number);
  }
  return sums;
}

/** Less than this many ms of silence is rounding. */
const negligible = 1;

/** The cell of a bucket: what was measured (null: nothing, maybe because it is `notTold`), and whether all of it was. */
export function cellOf(
  bucket: Bucket,
  measure: Measure | null,
  expected: number,
  reported: number,
  now: Instant,
  notTold?: readonly DescriptorKey[],
): Cell {
  if (bucket.closed) return { state: 'closed' };
  if (measure === null) return notTold === undefined ? { state: 'missing' } : { state: 'missing', notTold };
  const isSilent = reported < expected - negligible;
  const goesOn = bucket.to > now;
  if (goesOn && !isSilent) return { state: 'known', partial: true, ongoing: true, measure };
  return { state: 'known', partial: isSilent, measure };
}

/** The same cell where something of it is known not to be known. */
export function inPart(cell: Cell): Cell {
  return cell.state === 'known' ? { state: 'known', partial: true, measure: cell.measure } : cell;
}
