import { joinSketches, type Sketch } from '@atrium/domain/numbers';
import { toSpan } from '../../spans.ts';
import { type Evaluated, type Evaluation, limitToNow } from '../evaluation.ts';
import { readReporting } from '../reporting/reporting.ts';
import { buildCell, sumReportingByBucket } from '../reporting/series-reporting.ts';

/** Returns distinct visitors. Missing where no sensor ever identified any; never estimated from counts. */
export async function buildVisitorCells(evaluation: Evaluation): Promise<Evaluated> {
  const { scanner, now, topology, timeline, series } = limitToNow(evaluation);
  const sources = series.flatMap((one) => one.sources);
  const { edges, bucketOf } = timeline;
  const asked = { from: edges[0] ?? now, to: edges.at(-1) ?? now };
  const want = {
    installation: topology.installationId,
    devices: [...new Set(sources.map((source) => source.deviceId))],
    metrics: [...new Set(sources.map((source) => source.metric))],
  };
  const isEmpty = sources.length === 0 || asked.from >= asked.to;
  const [rows, devices] = await Promise.all([
    isEmpty ? [] : scanner.visitors(want, edges),
    readReporting(scanner, topology, sources, asked, 'flow', now),
  ]);
  const pieceAt = new Map(bucketOf.map((_, piece) => [edges[piece] as number, piece]));
  const byDevice = Map.groupBy(rows, (row) => row.device);
  const cells = series.map((one) => {
    const { owed, delivered } = sumReportingByBucket(timeline, one.sources, devices);
    const seen: Sketch[][] = timeline.buckets.map(() => []);
    for (const { deviceId, validity } of one.sources) {
      const { from, to } = toSpan(validity);
      for (const row of byDevice.get(deviceId) ?? [])
        if (row.edge >= from && row.edge < to) seen[bucketOf[pieceAt.get(row.edge) ?? -1] ?? -1]?.push(row.hashes);
    }
    const line = timeline.buckets.map((bucket, index) => {
      const sketches = seen[index] as Sketch[];
      const isKnown = sketches.length > 0 || (delivered[index] as number) > 0;
      const measure = isKnown ? ({ kind: 'distinct', weeks: [joinSketches(sketches)] } as const) : null;
      return buildCell(bucket, measure, owed[index] as number, delivered[index] as number, now);
    });
    return new Map([['', line]]);
  });
  return { cells, devices };
}
