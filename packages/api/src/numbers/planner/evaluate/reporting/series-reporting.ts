import type { Instant, Span } from '@atrium/domain/core';
import type { Cell, DescriptorKey, Measure } from '@atrium/domain/numbers';
import type { Source } from '../../plan/sources.ts';
import { type Bucket, intersect, type Timeline } from '../../plan/timeline.ts';
import { joinSpans, toSpan } from '../../spans.ts';
import type { DeviceReporting } from './reporting.ts';

/**
 * Milliseconds of each timeline piece covered by spans, summed over the spans. Most spans cover many whole pieces, of
 * which only the first and last are visited.
 */
export class Overlaps {
  readonly #edges: readonly Instant[];
  /** By piece: how many more spans cover it wholly than cover the piece before. */
  readonly #begun: Int32Array;
  readonly #parts: Float64Array;

  constructor({ edges }: Pick<Timeline, 'edges'>) {
    this.#edges = edges;
    this.#begun = new Int32Array(edges.length + 1);
    this.#parts = new Float64Array(Math.max(0, edges.length - 1));
  }

  add(spans: readonly Span[]): void {
    for (const { from, to } of spans) {
      if (to <= from) continue;
      const first = this.#edgesBefore(from);
      const before = this.#edgesBefore(to);
      const last = this.#edges[before] === to ? before : before - 1;
      if (first <= last) {
        this.#begun[first] = (this.#begun[first] as number) + 1;
        this.#begun[last] = (this.#begun[last] as number) - 1;
      }
      this.#addPart(first - 1, from, to);
      if (last >= first) this.#addPart(last, this.#edges[last] as Instant, to);
    }
  }

  /** Returns the ms by piece. */
  sums(): Float64Array {
    const sums = this.#parts.slice();
    let held = 0;
    for (let piece = 0; piece < sums.length; piece++) {
      held += this.#begun[piece] as number;
      const length = (this.#edges[piece + 1] as Instant) - (this.#edges[piece] as Instant);
      sums[piece] = (sums[piece] as number) + held * length;
    }
    return sums;
  }

  #addPart(piece: number, from: Instant, to: Instant): void {
    if (piece < 0 || piece >= this.#parts.length) return;
    const end = Math.min(to, this.#edges[piece + 1] as Instant);
    if (end > from) this.#parts[piece] = (this.#parts[piece] as number) + end - from;
  }

  /** Returns the number of edges before an instant. */
  #edgesBefore(at: Instant): number {
    let [low, high] = [0, this.#edges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#edges[middle] as Instant) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Device-ms of one series in each piece of a timeline. */
interface SeriesReporting {
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
  for (const [device, list] of spans) spans.set(device, joinSpans(list));
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
