import type { Instant } from '@atrium/domain/core';
import type { Timeline } from '../../plan/timeline.ts';
import type { PieceGroups } from '../../read/gather-scans.ts';
import type { SeriesInput } from '../evaluation.ts';
import { toSpan } from './spans.ts';

/**
 * Returns which pieces of a time may be read merged: those with grouped buckets that are known whatever is read
 * (`isSure`). Null: none, or not every source counts all the time.
 */
export function findMergeablePieces(
  timeline: Timeline,
  series: readonly SeriesInput[],
  isSure: (bucket: number) => boolean,
): PieceGroups | null {
  const { edges, bucketOf } = timeline;
  const [begin, end] = [edges[0], edges.at(-1)];
  const of = groupsOfPieces(timeline);
  if (of === null || begin === undefined || end === undefined) return null;
  if (!series.every(({ sources }) => sources.every(({ validity }) => holds(toSpan(validity), begin, end)))) return null;
  const sure = new Uint8Array(bucketOf.length);
  for (let piece = 0; piece < sure.length; piece++) {
    const bucket = bucketOf[piece] as number;
    if (bucket >= 0 && isSure(bucket)) sure[piece] = 1;
  }
  return { among: edges, of, isSure: sure };
}

const holds = ({ from, to }: { readonly from: Instant; readonly to: Instant }, begin: Instant, end: Instant) =>
  from <= begin && to >= end;

/** By timeline, so that sites sharing it are read together with the same groups. */
const known = new WeakMap<Timeline, Int32Array>();

function groupsOfPieces(timeline: Timeline): Int32Array | null {
  const { groups, bucketOf } = timeline;
  if (groups === undefined) return null;
  const found = known.get(timeline);
  if (found !== undefined) return found;
  const of = new Int32Array(bucketOf.length);
  for (let piece = 0; piece < of.length; piece++) of[piece] = groups.of[bucketOf[piece] as number] ?? -1;
  known.set(timeline, of);
  return of;
}
