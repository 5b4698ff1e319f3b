import type { Instant } from '@atrium/domain/core';
import { type Cell, joinStats, type SampleMeasure } from '@atrium/domain/measurements';
import { type BucketGroups, intersect } from '../../plan/timeline.ts';
import type { SampleRow } from '../../read/statements/sample-statements.ts';
import type { Evaluated, Evaluation, SeriesInput } from '../evaluation.ts';
import { limitToNow } from '../limit-to-now.ts';
import { buildGroupedCells } from '../reporting/grouped-cells.ts';
import { findMergeablePieces } from '../reporting/mergeable-pieces.ts';
import { Overlaps } from '../reporting/overlaps.ts';
import { type DeviceReporting, readReporting } from '../reporting/reporting.ts';
import { buildCell, type ReportingByBucket, sumReportingByBucket } from '../reporting/series-reporting.ts';
import { toSpan } from '../reporting/spans.ts';

/** Returns measured values: known where any device has a sample in the bucket. */
export async function buildSampleCells(asking: Evaluation): Promise<Evaluated> {
  const evaluation = limitToNow(asking);
  const { scanner, now, topology, timeline, series } = evaluation;
  const sources = series.flatMap((one) => one.sources);
  const { edges } = timeline;
  const asked = { from: edges[0] ?? now, to: edges.at(-1) ?? now };
  const want = {
    installation: topology.installationId,
    devices: [...new Set(sources.map((source) => source.deviceId))],
    metrics: [...new Set(sources.map((source) => source.metric))],
  };
  const reading = readReporting(scanner, topology, sources, asked, 'sample', now);
  const sure = reading.then((found) => series.map((one) => findSureBuckets(evaluation, one, found)));
  const together = async () => {
    const all = await sure;
    return findMergeablePieces(timeline, series, (bucket) => all.every((isSure) => isSure[bucket] === 1));
  };
  const wanted = timeline.groups === undefined ? want : { ...want, together };
  const [rows, devices, measured] = await Promise.all([
    asked.from < asked.to ? scanner.samples(wanted, edges, evaluation.withValues) : [],
    reading,
    sure,
  ]);
  const byDevice = Map.groupBy(rows, (row) => `${row.device} ${row.metric}`);
  const cells = series.map((one, place) => {
    const reporting = sumReportingByBucket(timeline, one.sources, devices);
    const own = rowsOf(evaluation, one, byDevice);
    const line =
      timeline.groups === undefined
        ? cellsOf(evaluation, own, reporting)
        : groupsOf(evaluation, timeline.groups, own, reporting, measured[place] as Uint8Array);
    return new Map([['', line]]);
  });
  return { cells, devices };
}

/**
 * Returns 1 for each bucket in which a series certainly has a sample, judging by when its devices reported. Used for
 * grouped buckets only.
 */
function findSureBuckets(
  { timeline }: Evaluation,
  { sources }: SeriesInput,
  devices: ReadonlyMap<number, DeviceReporting>,
): Uint8Array {
  const { buckets, bucketOf, edges, groups } = timeline;
  const isSure = new Uint8Array(buckets.length);
  if (groups === undefined) return isSure;
  for (const { deviceId, validity } of sources) {
    const reporting = devices.get(deviceId);
    if (reporting === undefined) continue;
    const overlaps = new Overlaps(timeline);
    overlaps.add(intersect([toSpan(validity)], reporting.reported));
    for (const [piece, time] of overlaps.sums().entries()) {
      const bucket = bucketOf[piece] as number;
      const length = (edges[piece + 1] as Instant) - (edges[piece] as Instant);
      if (bucket >= 0 && time === length && length >= reporting.tellsWithin) isSure[bucket] = 1;
    }
  }
  return isSure;
}

/** Samples of one device in a bucket or a part of it. */
interface BucketRow {
  readonly bucket: number;
  readonly row: SampleRow;
}

function rowsOf(
  { timeline }: Evaluation,
  series: SeriesInput,
  rows: ReadonlyMap<string, readonly SampleRow[]>,
): BucketRow[] {
  const pieceOf = new Map(timeline.bucketOf.map((_, piece) => [timeline.edges[piece] as number, piece]));
  return series.sources.flatMap(({ deviceId, metric, validity }) => {
    const { from, to } = toSpan(validity);
    return (rows.get(`${deviceId} ${metric}`) ?? []).flatMap((row) => {
      const bucket = timeline.bucketOf[pieceOf.get(row.edge) ?? -1] ?? -1;
      return bucket < 0 || row.edge < from || row.edge >= to ? [] : { bucket, row };
    });
  });
}

/** Returns cells of single buckets. */
function cellsOf(
  { timeline, now }: Evaluation,
  rows: readonly BucketRow[],
  { owed, delivered }: ReportingByBucket,
): Cell[] {
  const found = measuresBy(rows, ({ bucket }) => bucket);
  return timeline.buckets.map((bucket, index) =>
    buildCell(bucket, found.get(index) ?? null, owed[index] as number, delivered[index] as number, now),
  );
}

/** Returns cells of grouped buckets, whose samples may have been read under another bucket of the group. */
function groupsOf(
  { timeline, now }: Evaluation,
  groups: BucketGroups,
  rows: readonly BucketRow[],
  reporting: ReportingByBucket,
  isMeasured: Uint8Array,
): Cell[] {
  const found = measuresBy(rows, ({ bucket }) => groups.of[bucket] as number);
  const known = Uint8Array.from(isMeasured, (isSure, bucket) => (found.has(groups.of[bucket] as number) ? isSure : 0));
  for (const { bucket } of rows) known[bucket] = 1;
  return buildGroupedCells(timeline.buckets, groups, reporting, now, {
    isKnown: (bucket) => known[bucket] === 1,
    measureOf: (group) => found.get(group) as SampleMeasure,
  });
}

function measuresBy(
  rows: readonly BucketRow[],
  placeOf: (row: BucketRow) => number,
): ReadonlyMap<number, SampleMeasure> {
  const places = Map.groupBy(rows, placeOf);
  return new Map(
    [...places].map(([place, those]) => {
      const byDevice = Map.groupBy(
        those.map(({ row }) => row),
        ({ device }) => device,
      );
      const devices = new Map([...byDevice].map(([device, own]) => [device, joinStats(own)]));
      return [place, { kind: 'sample', devices }];
    }),
  );
}
