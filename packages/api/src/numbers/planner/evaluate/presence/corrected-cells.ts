import { type Instant, listDays, startOfSiteDay, toDaySpan } from '@atrium/domain/core';
import { type Cell, joinCells } from '@atrium/domain/numbers';
import { type Bucket, cutTimeline, type Timeline } from '../../plan/timeline.ts';
import { correctedStateStatement, type DayFactor } from '../../read/statements/balance-statements.ts';
import { buildFlowCells } from '../counts/flow-cells.ts';
import type { Evaluated, Evaluation } from '../evaluation.ts';
import { buildStateCells, buildUnknownCells, listStateSources } from './inside-cells.ts';
import { readParts } from './state-pieces.ts';

/**
 * Returns crossings rescaled so that each finished day whose doors all reported ends at 0. Surplus entries are removed
 * in proportion from the entries, surplus exits from the exits. Other days stay unchanged.
 */
export async function buildCorrectedFlowCells(evaluation: Evaluation, side: 'in' | 'out'): Promise<Evaluated> {
  const sign = side === 'in' ? 1 : -1;
  const { timeline, topology } = evaluation;
  const [begin, end] = [timeline.edges[0], timeline.edges.at(-1)];
  if (begin === undefined || end === undefined) return buildFlowCells(oneSided(evaluation, sign));
  const starts = listDays(topology, { from: begin, to: end }).map((date) => startOfSiteDay(topology, date));
  const { fine, dayOf } = cutBuckets(cutTimeline(timeline, starts), starts);
  const [counted, factors] = await Promise.all([
    buildFlowCells({ ...oneSided(evaluation, sign), timeline: fine.timeline }),
    dayFactors(evaluation, starts),
  ]);
  const factorAt = new Map(factors.map((one) => [`${one.series} ${one.sign} ${one.day}`, one.factor]));
  const cells = counted.cells.map((lines, series) => {
    const parts = (lines.get('') ?? []).map((cell, index) =>
      scaled(cell, factorAt.get(`${series} ${sign} ${dayOf[index]}`) ?? 1),
    );
    return new Map([['', timeline.buckets.map((_, bucket) => joinParts(parts, fine.partsOf[bucket] ?? []))]]);
  });
  return { cells, devices: counted.devices };
}

/** Returns people inside by the rescaled crossings. */
export async function buildCorrectedInsideCells(evaluation: Evaluation): Promise<Evaluated> {
  const { timeline, topology } = evaluation;
  const [begin, end] = [timeline.edges[0], timeline.edges.at(-1)];
  if (begin === undefined || end === undefined) return buildUnknownCells(evaluation);
  const starts = listDays(topology, { from: begin, to: end }).map((date) => startOfSiteDay(topology, date));
  const factors = await dayFactors(evaluation, starts);
  return buildStateCells(evaluation, (scan) =>
    readParts(evaluation, scan, listStateSources(evaluation), (readings, time) =>
      correctedStateStatement(readings, time, starts, factors),
    ),
  );
}

/** Sources with the sign of one side count unchanged. */
function oneSided(evaluation: Evaluation, sign: 1 | -1): Evaluation {
  const series = evaluation.series.map(({ selection, sources }) => ({
    selection,
    sources: sources.filter((source) => source.sign === sign).map((source) => ({ ...source, sign: 1 as const })),
  }));
  return { ...evaluation, series };
}

/** Returns scale factors by day. Days that need none or cannot be corrected are absent. */
async function dayFactors(evaluation: Evaluation, starts: readonly Instant[]): Promise<DayFactor[]> {
  const validities = evaluation.series.flatMap(({ sources }) =>
    sources.flatMap(({ validity }) => [validity.validFrom, validity.validTo]).filter((at) => at !== null),
  );
  const timeline = cutTimeline(wholeDays(evaluation, starts), validities);
  const [entries, exits] = await Promise.all([
    buildFlowCells({ ...oneSided(evaluation, 1), timeline }),
    buildFlowCells({ ...oneSided(evaluation, -1), timeline }),
  ]);
  return evaluation.series.flatMap((_, series) =>
    starts.flatMap((day, index): DayFactor[] => {
      const [came, left] = [completeSum(entries, series, index), completeSum(exits, series, index)];
      if (came === null || left === null || came === left) return [];
      return came > left
        ? [{ series, sign: 1, day, factor: left / came }]
        : [{ series, sign: -1, day, factor: came / left }];
    }),
  );
}

function completeSum({ cells }: Evaluated, series: number, index: number): number | null {
  const cell = cells[series]?.get('')?.[index];
  return cell?.state === 'known' && !cell.partial && cell.measure.kind === 'flow' ? cell.measure.sum : null;
}

function wholeDays({ topology }: Evaluation, starts: readonly Instant[]): Timeline {
  const days = listDays(topology, { from: starts[0] as Instant, to: (starts.at(-1) as Instant) + 1 });
  const spans = days.map((date) => toDaySpan(topology, date));
  return {
    buckets: spans.map(({ from, to }) => ({ from, to, closed: false, dates: [], wall: 0 })),
    edges: [...starts, (spans.at(-1) as { to: Instant }).to],
    bucketOf: starts.map((_, index) => index),
    cutAt: null,
  };
}

/** Cuts each bucket at the changes of day and lists the parts of each bucket. */
function cutBuckets(timeline: Timeline, starts: readonly Instant[]) {
  const parts: Bucket[] = [];
  const dayOf: Instant[] = [];
  const partsOf: number[][] = timeline.buckets.map(() => []);
  let day = 0;
  let last = '';
  const bucketOf = timeline.bucketOf.map((bucket, piece) => {
    const [from, to] = [timeline.edges[piece] as Instant, timeline.edges[piece + 1] as Instant];
    while (day + 1 < starts.length && (starts[day + 1] as Instant) <= from) day++;
    if (bucket < 0) return -1;
    if (last !== `${bucket} ${day}`) {
      last = `${bucket} ${day}`;
      parts.push({ ...(timeline.buckets[bucket] as Bucket), from, to });
      dayOf.push(starts[day] as Instant);
      partsOf[bucket]?.push(parts.length - 1);
    }
    parts[parts.length - 1] = { ...(parts.at(-1) as Bucket), to };
    return parts.length - 1;
  });
  return { fine: { timeline: { ...timeline, buckets: parts, bucketOf }, partsOf }, dayOf };
}

function scaled(cell: Cell, factor: number): Cell {
  if (cell.state !== 'known' || cell.measure.kind !== 'flow') return cell;
  return { ...cell, measure: { kind: 'flow', sum: cell.measure.sum * factor } };
}

/** A bucket without parts lies outside the queried hours. */
function joinParts(cells: readonly Cell[], parts: readonly number[]): Cell {
  if (parts.length === 0) return { state: 'closed' };
  return joinCells(parts.map((part) => cells[part] as Cell));
}
