import type { Instant } from '@atrium/domain/core';
import { type Cell, joinStats, type SampleMeasure, type SampleStats, type StatusMeasure } from '@atrium/domain/numbers';
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
  const target = {
    installation: topology.installationId,
    devices: [...new Set(sources.map((source) => source.deviceId))],
    metrics: [...new Set(sources.map((source) => source.metric))],
  };
  const [rows, devices] = await Promise.all([
    asked.from < asked.to ? scanner.samples(target, edges, evaluation.withValues) : [],
    readReporting(scanner, topology, sources, asked, 'sample', now),
  ]);
  const byDevice = Map.groupBy(rows, (row) => `${row.device} ${row.metric}`);
  const bucketOf = new Map(timeline.bucketOf.map((bucket, piece) => [edges[piece] as number, bucket]));
  const cells = series.map((one) => {
    const reporting = sumReportingByBucket(timeline, one.sources, devices);
    return new Map([['', cellsOf(evaluation, joinByBucket(one, byDevice, bucketOf), reporting)]]);
  });
  return { cells, devices };
}

/** Joins the samples of each bucket of a series. Plain loops, because a history has very many of them. */
function joinByBucket(
  { sources }: SeriesInput,
  rows: ReadonlyMap<string, readonly SampleRow[]>,
  bucketOf: ReadonlyMap<Instant, number>,
): ReadonlyMap<number, SampleMeasure> {
  const found = new Map<number, Map<number, SampleRow[]>>();
  for (const { deviceId, metric, validity } of sources) {
    const { from, to } = toSpan(validity);
    for (const row of rows.get(`${deviceId} ${metric}`) ?? []) {
      const bucket = bucketOf.get(row.edge) ?? -1;
      if (bucket < 0 || row.edge < from || row.edge >= to) continue;
      let devices = found.get(bucket);
      if (devices === undefined) {
        devices = new Map();
        found.set(bucket, devices);
      }
      const own = devices.get(deviceId);
      if (own === undefined) devices.set(deviceId, [row]);
      else own.push(row);
    }
  }
  const measures = new Map<number, SampleMeasure>();
  for (const [bucket, own] of found) {
    const devices = new Map<number, SampleStats>();
    for (const [device, those] of own) devices.set(device, joinStats(those));
    measures.set(bucket, { kind: 'sample', devices });
  }
  return measures;
}

function cellsOf(
  { timeline, now }: Evaluation,
  found: ReadonlyMap<number, SampleMeasure>,
  { owed, delivered }: ReportingByBucket,
): Cell[] {
  return timeline.buckets.map((bucket, index) =>
    buildCell(bucket, found.get(index) ?? null, owed[index] as number, delivered[index] as number, now),
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
