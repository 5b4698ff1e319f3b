import type { Cell, Source as Expression } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Source } from '../plan/sources.ts';
import { intersect, type Timeline } from '../plan/timeline.ts';
import type { Evaluated } from './evaluation.ts';
import { groupSpansByDevice, Overlaps } from './reporting/series-reporting.ts';

/** Cells of an evaluation by part. The parts of series i are `starts[i]` up to `starts[i + 1]`. */
export interface EvaluatedParts extends Evaluated {
  readonly starts: readonly number[];
}

/** Sources that add up by passage and sensor. A balance, a status, or a cost with standing charges cannot be split. */
const divisible: ReadonlySet<Expression['type']> = new Set([
  'crossings',
  'topEntries',
  'passersBy',
  'counted',
  'sampled',
  'visitors',
]);

/**
 * Splits the sources of a series into parts compared separately, so that a gap of one part does not affect the others.
 */
export function splitParts(expression: Expression, sources: readonly Source[]): readonly (readonly Source[])[] {
  const isDivisible =
    divisible.has(expression.type) ||
    (expression.type === 'metered' && expression.since === null && expression.as !== 'cost');
  if (!isDivisible || sources.length === 0) return [sources];
  const places = Map.groupBy(sources, ({ passageId, deviceId }) =>
    passageId === null ? `device ${deviceId}` : `${passageId}`,
  );
  return [...places.values()];
}

const absent: Cell = { state: 'absent' };

/** Settings and sales have no sources. */
const withoutSources: ReadonlySet<Expression['type']> = new Set(['setting', 'sales']);

/**
 * Returns the part's cells and marks times without installed devices as absent rather than silent. `speakers` are the
 * devices of which anything is expected; others do not measure the metric.
 */
export function markAbsence(
  expression: Expression,
  lines: ReadonlyMap<string, readonly Cell[]>,
  part: readonly Source[],
  { devices }: Topology,
  timeline: Timeline,
  speakers: ReadonlyMap<number, unknown>,
): ReadonlyMap<string, readonly Cell[]> {
  const { edges, bucketOf } = timeline;
  const [begin, end] = [edges[0], edges.at(-1)];
  if (withoutSources.has(expression.type) || begin === undefined || end === undefined) return lines;
  const times = new Overlaps(timeline);
  const lives = new Map(devices.map(({ id, installedAt, removedAt }) => [id as number, { installedAt, removedAt }]));
  for (const [device, spans] of groupSpansByDevice(part)) {
    if (!speakers.has(device)) continue;
    const { installedAt, removedAt } = lives.get(device) ?? { installedAt: begin, removedAt: null };
    const life = { from: installedAt, to: removedAt ?? Number.POSITIVE_INFINITY };
    const hung = intersect(intersect(spans, [life]), [{ from: begin, to: end }]);
    if (hung.length === 1 && hung[0]?.from === begin && hung[0].to === end) return lines;
    times.add(hung);
  }
  const there = times.sums();
  const isThere = new Uint8Array(timeline.buckets.length);
  for (const [piece, bucket] of bucketOf.entries())
    if (bucket >= 0 && (there[piece] as number) > 0) isThere[bucket] = 1;
  const marked = (line: readonly Cell[]) =>
    line.map((cell, index) => (cell.state === 'closed' || isThere[index] === 1 ? cell : absent));
  return new Map([...lines].map(([group, line]) => [group, marked(line)]));
}
