import { joinStats, type SampleStats } from '@atrium/domain/measurements';
import type { SampleRow } from '../../read/statements/sample-statement.ts';
import type { Evaluated, Evaluation, SeriesInput } from '../evaluation.ts';
import { readReporting } from '../reporting/reporting.ts';
import { byBucket, cellOf, reportingOfSeries } from '../reporting/series-reporting.ts';
import { spanOf } from '../reporting/spans.ts';
import { untilNow } from '../until-now.ts';

/** Measured values: known where any of the devices has a sample in the bucket. */
export async function sampleCells(asking: Evaluation): Promise<Evaluated> {
  const evaluation = untilNow(asking);
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
    const { expected, reported } = reportingOfSeries(timeline, one.sources, devices);
    const owed = byBucket(timeline, expected);
    const delivered = byBucket(timeline, reported);
    const stats = statsByBucket(evaluation, one, byDevice);
    const line = timeline.buckets.map((bucket, index) => {
      const found = stats.get(index);
      const measure = found === undefined ? null : ({ kind: 'sample', devices: found } as const);
      return cellOf(bucket, measure, owed[index] as number, delivered[index] as number, now);
    });
    return new Map([['', line]]);
  });
  return { cells, devices };
}

function statsByBucket(
  { timeline }: Evaluation,
  series: SeriesInput,
  rows: ReadonlyMap<string, readonly SampleRow[]>,
): Map<number, Map<number, SampleStats>> {
  const pieceOf = new Map(timeline.bucketOf.map((_, piece) => [timeline.edges[piece] as number, piece]));
  const buckets = new Map<number, Map<number, SampleStats>>();
  for (const source of series.sources) {
    const { from, to } = spanOf(source.validity);
    for (const row of rows.get(`${source.deviceId} ${source.metric}`) ?? []) {
      const bucket = timeline.bucketOf[pieceOf.get(row.edge) ?? -1] ?? -1;
      if (bucket < 0 || row.edge < from || row.edge >= to) continue;
      const devices = buckets.get(bucket) ?? new Map<number, SampleStats>();
      buckets.set(bucket, devices);
      const before = devices.get(row.device);
      devices.set(row.device, before === undefined ? row : joinStats(before, row));
    }
  }
  return buckets;
}
