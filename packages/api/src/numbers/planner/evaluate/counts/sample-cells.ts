import { type Cell, joinStats, type SampleMeasure, type StatusMeasure } from '@atrium/domain/numbers';
import type { SampleRow } from '../../read/samples.ts';
import { toSpan } from '../../spans.ts';
import { type Evaluated, type Evaluation, limitToNow, type SeriesInput } from '../evaluation.ts';
import { readReporting } from '../reporting/reporting.ts';
import { buildCell, type ReportingByBucket, sumReportingByBucket } from '../reporting/series-reporting.ts';

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
  const [rows, devices] = await Promise.all([
    asked.from < asked.to ? scanner.samples(want, edges, evaluation.withValues) : [],
    readReporting(scanner, topology, sources, asked, 'sample', now),
  ]);
  const byDevice = Map.groupBy(rows, (row) => `${row.device} ${row.metric}`);
  const cells = series.map((one) => {
    const reporting = sumReportingByBucket(timeline, one.sources, devices);
    return new Map([['', cellsOf(evaluation, rowsOf(evaluation, one, byDevice), reporting)]]);
  });
  return { cells, devices };
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

function cellsOf(
  { timeline, now }: Evaluation,
  rows: readonly BucketRow[],
  { owed, delivered }: ReportingByBucket,
): Cell[] {
  const found = measuresByBucket(rows);
  return timeline.buckets.map((bucket, index) =>
    buildCell(bucket, found.get(index) ?? null, owed[index] as number, delivered[index] as number, now),
  );
}

function measuresByBucket(rows: readonly BucketRow[]): ReadonlyMap<number, SampleMeasure> {
  const buckets = Map.groupBy(rows, ({ bucket }) => bucket);
  return new Map(
    [...buckets].map(([bucket, those]) => {
      const byDevice = Map.groupBy(
        those.map(({ row }) => row),
        ({ device }) => device,
      );
      const devices = new Map([...byDevice].map(([device, own]) => [device, joinStats(own)]));
      return [bucket, { kind: 'sample', devices }];
    }),
  );
}

/** Returns the status codes that devices reported, the worst one where there are several. */
export async function buildStatusCells(evaluation: Evaluation): Promise<Evaluated> {
  const { cells, devices } = await buildSampleCells(evaluation);
  return { cells: cells.map((lines) => new Map([...lines].map(([key, line]) => [key, line.map(statusOf)]))), devices };
}

function statusOf(cell: Cell): Cell {
  if (cell.state !== 'known' || cell.measure.kind !== 'sample') return cell;
  return { ...cell, measure: worstOf(cell.measure) };
}

function worstOf({ devices }: SampleMeasure): StatusMeasure {
  const all = [...devices.values()];
  return {
    kind: 'status',
    worst: Math.max(...all.map((device) => device.max)),
    best: Math.max(...all.map((device) => device.min)),
    first: Math.max(...all.map((device) => device.first)),
    last: Math.max(...all.map((device) => device.last)),
  };
}
