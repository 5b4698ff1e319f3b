import type { Instant } from '@atrium/domain/core';
import type { Cell, CountedAmount, DescriptorFilter, DescriptorKey, FlowMeasure } from '@atrium/domain/numbers';
import { yieldToEventLoop } from '../../../../platform/concurrency/event-loop.ts';
import type { Source } from '../../plan/sources.ts';
import type { Timeline } from '../../plan/timeline.ts';
import type { FlowRow } from '../../read/statements/count-statements.ts';
import { toSpan } from '../../spans.ts';
import {
  type CountTotals,
  type Evaluated,
  type Evaluation,
  limitToNow,
  type SeriesInput,
  totalStates,
} from '../evaluation.ts';
import { readReporting } from '../reporting/reporting.ts';
import {
  buildCell,
  isSilent,
  markPartial,
  type ReportingByBucket,
  sumReportingByBucket,
} from '../reporting/series-reporting.ts';
import { getQueriedKeys, readUnsupported } from '../unsupported-descriptors.ts';

/** Pieces of time, of all series, that take about a millisecond to sum. */
const manyPieces = 4000;

/** Returns counts of people: sums of the sources' readings, 0 where the sensors reported and counted none. */
export async function buildFlowCells(asking: Evaluation, amount: CountedAmount = 'value'): Promise<Evaluated> {
  const evaluation = limitToNow(asking);
  const { scanner, now, topology, timeline, series } = evaluation;
  const sources = series.flatMap((one) => one.sources);
  const { edges } = timeline;
  const asked = { from: edges[0] ?? now, to: edges.at(-1) ?? now };
  const splits = getQueriedKeys(evaluation);
  const target = {
    installation: topology.installationId,
    devices: [...new Set(sources.map((source) => source.deviceId))],
    metrics: [...new Set(sources.map((source) => source.metric))],
    alike: alikeDevices(series),
  };
  const reading = readReporting(scanner, topology, sources, asked, 'flow', now);
  const byBucket = reading.then((devices) => series.map((one) => sumReportingByBucket(timeline, one.sources, devices)));
  const [rows, devices, reports] = await Promise.all([
    asked.from < asked.to ? scanner.flow(target, edges, splits, amount, timeline.cutAt) : [],
    reading,
    byBucket,
  ]);
  // One statement may answer many queries, so its rows may contain more splits than this query asks for.
  if (splits.length === 0 && edges.length * series.length > manyPieces) await yieldToEventLoop();
  const reader = new FlowReader(timeline, rows, splitReader(splits, evaluation.splits, evaluation.descriptors), splits);
  const counts = series.map((one) => reader.count(one.sources));
  if (splits.length === 0) {
    const totals = counts.map(({ any }, place) => sumTotals(timeline, any, reports[place] as ReportingByBucket, now));
    return withCells({ totals, devices });
  }
  const unsure = series.filter((_, index) => counts[index]?.isSplitEver === false);
  const unsupportedBy = await readUnsupported(
    evaluation,
    unsure.map((one) => one.sources),
  );
  const unsupported = series.map((one) => (unsure.includes(one) ? unsupportedBy(one.sources) : null));
  const cells = series.map((_, place) => {
    const reporting = reports[place] as ReportingByBucket;
    const counted = counts[place] as SeriesCounts;
    const { owed, delivered } = reporting;
    return reader.cells(counted, unsupported[place] ?? null, (bucket, index, group) => {
      const known = group.sum !== null && (group.isCounted || (delivered[index] as number) > 0);
      const measure = known ? flowOf(group.sum as number) : null;
      const cell = buildCell(
        bucket,
        measure,
        owed[index] as number,
        delivered[index] as number,
        now,
        group.unsupported,
      );
      return group.isPart ? markPartial(cell) : cell;
    });
  });
  return { cells, devices, unsupported };
}

/** Returns the counts of a series with their completeness. */
function sumTotals(
  { buckets }: Timeline,
  { sums, counted }: Tally,
  { owed, delivered }: ReportingByBucket,
  now: Instant,
): CountTotals {
  const { missing, closed, known, partial, ongoing } = totalStates;
  const states = new Uint8Array(buckets.length);
  for (let index = 0; index < states.length; index++) {
    const bucket = buckets[index] as Timeline['buckets'][number];
    const isCounted = counted[index] === 1 || (delivered[index] as number) > 0;
    if (bucket.closed) states[index] = closed;
    else if (!isCounted) states[index] = missing;
    else if (isSilent(owed[index] as number, delivered[index] as number)) states[index] = partial;
    else states[index] = bucket.to > now ? ongoing : known;
    if ((states[index] as number) < known) sums[index] = 0;
  }
  return { sums, states };
}

/** Adds the cells, built on first use. */
function withCells(evaluated: Required<Pick<Evaluated, 'totals' | 'devices'>>): Evaluated {
  let cells: Evaluated['cells'] | null = null;
  return {
    ...evaluated,
    get cells() {
      cells ??= evaluated.totals.map((totals) => new Map([['', cellsOf(totals)]]));
      return cells;
    },
  };
}

const missingCell: Cell = { state: 'missing' };
const closedCell: Cell = { state: 'closed' };

function cellsOf({ sums, states }: CountTotals): Cell[] {
  return Array.from(states, (state, index): Cell => {
    if (state === totalStates.missing) return missingCell;
    if (state === totalStates.closed) return closedCell;
    const measure = flowOf(sums[index] as number);
    if (state === totalStates.ongoing) return { state: 'known', partial: true, ongoing: true, measure };
    return { state: 'known', partial: state === totalStates.partial, measure };
  });
}

/** Shared object for zero, because most hours of most doors are empty. */
const nobody: FlowMeasure = { kind: 'flow', sum: 0 };
const flowOf = (sum: number): FlowMeasure => (sum === 0 ? nobody : { kind: 'flow', sum });

/** Numbers devices by the series they count for. Devices of one number are summed the same way at any time. */
function alikeDevices(series: readonly SeriesInput[]): ReadonlyMap<number, number> {
  const parts = new Map<number, string>();
  for (const [index, { sources }] of series.entries())
    for (const { deviceId, metric, sign, validity } of sources)
      parts.set(
        deviceId,
        `${parts.get(deviceId) ?? ''};${index} ${metric} ${sign} ${validity.validFrom} ${validity.validTo}`,
      );
  const numbers = new Map<string, number>();
  return new Map(
    [...parts].map(([device, key]) => {
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return [device, number];
    }),
  );
}

/** Group that a row's values belong to; null when filtered out, undefined when not split. */
export type SplitReader = (split: string) => string | null | undefined;

export function splitReader(
  splits: readonly string[],
  grouped: readonly string[],
  filters: readonly DescriptorFilter[],
): SplitReader {
  if (splits.length === 0) return () => '';
  return (split) => {
    if (split === '') return undefined;
    const values = split.split(';');
    const descriptorValue = (key: string) => values[splits.indexOf(key)] ?? '';
    const passes = filters.every((filter) => filter.values.includes(descriptorValue(filter.key)) !== filter.exclude);
    return passes ? grouped.map(descriptorValue).join(';') : null;
  };
}

type CellMaker = (bucket: Timeline['buckets'][number], index: number, group: GroupCount) => Cell;

/** Count of one group in one bucket. */
interface GroupCount {
  /** Null when unknown. */
  readonly sum: number | null;
  /** Whether there was any reading, 0 or not. */
  readonly isCounted: boolean;
  /** Whether other people in it were not split. */
  readonly isPart: boolean;
  /** Descriptors that reporting sensors did not report, when the count is unknown for that reason. */
  readonly unsupported: readonly DescriptorKey[] | undefined;
}

interface Tally {
  readonly sums: Float64Array;
  /** Whether there was any reading, 0 or not. */
  readonly counted: Uint8Array;
}

/** Counts of one series' sources by split. */
interface SeriesCounts {
  readonly groups: ReadonlyMap<string, Tally>;
  readonly any: Tally;
  readonly unsplit: Tally;
  /** Whether any of them is split as requested. */
  readonly isSplitEver: boolean;
}

class FlowReader {
  readonly #timeline: Timeline;
  readonly #rows = new Map<string, FlowRow[]>();
  #pieceOf: ReadonlyMap<number, number> | null = null;
  readonly #groupOf: SplitReader;
  readonly #splits: readonly DescriptorKey[];

  constructor(timeline: Timeline, rows: readonly FlowRow[], groupOf: SplitReader, splits: readonly DescriptorKey[]) {
    this.#timeline = timeline;
    this.#groupOf = groupOf;
    this.#splits = splits;
    for (const row of rows) {
      const key = `${row.device} ${row.metric}`;
      const list = this.#rows.get(key);
      if (list === undefined) this.#rows.set(key, [row]);
      else list.push(row);
    }
  }

  /** Sums the sources' counts within the queried time. */
  count(sources: readonly Source[]): SeriesCounts {
    const groups = new Map<string, Tally>();
    const any = this.#tally();
    const unsplit = this.#tally();
    if (this.#groupOf('') === '') groups.set('', any);
    let isSplitEver = false;
    for (const source of sources) {
      for (const row of this.#rows.get(`${source.deviceId} ${source.metric}`) ?? []) {
        const group = this.#groupOf(row.split);
        const tally = group === undefined ? unsplit : group === null ? null : this.#groupTally(groups, group);
        const isAsked = this.#add(source, row, tally, any);
        isSplitEver ||= isAsked && group !== undefined;
      }
    }
    // '' also stands for any group that did not occur in this series.
    if (!groups.has('')) groups.set('', this.#tally());
    return { groups, any, unsplit, isSplitEver };
  }

  /**
   * Returns the cells of each group of a series. A bucket with unsplit people has no known split; an empty bucket has
   * zero in each group. If the sensors never report the split (`unsupported`), nothing is known, not even for empty
   * buckets. Otherwise those would add up to zero people.
   */
  cells(counts: SeriesCounts, unsupported: readonly DescriptorKey[] | null, make: CellMaker): Map<string, Cell[]> {
    const { groups, any, unsplit, isSplitEver } = counts;
    const isNeverSplit = !isSplitEver && (unsupported !== null || unsplit.sums.some((sum) => sum !== 0));
    const splitAt = isNeverSplit ? () => false : this.#splitAt(groups, any, unsplit);
    return new Map(
      [...groups].map(([group, { sums }]) => [
        group,
        this.#timeline.buckets.map((bucket, index) => {
          const isUnsplit = unsplit.sums[index] !== 0;
          return make(bucket, index, {
            sum: splitAt(index) ? (sums[index] as number) : null,
            isCounted: any.counted[index] === 1,
            isPart: isUnsplit,
            unsupported:
              unsupported ?? (isUnsplit || (isNeverSplit && any.counted[index] === 1) ? this.#splits : undefined),
          });
        }),
      ]),
    );
  }

  #tally(): Tally {
    const { length } = this.#timeline.buckets;
    return { sums: new Float64Array(length), counted: new Uint8Array(length) };
  }

  #groupTally(groups: Map<string, Tally>, group: string): Tally {
    const found = groups.get(group) ?? this.#tally();
    groups.set(group, found);
    return found;
  }

  /** Returns whether any of the row lies in the queried time. */
  #add(source: Source, row: FlowRow, tally: Tally | null, any: Tally): boolean {
    const { from, to } = toSpan(source.validity);
    const places = this.#placesOf(row);
    let isAsked = false;
    // No iterator: a year has thousands of hours per door.
    for (let index = 0; index < row.edges.length; index++) {
      const edge = row.edges[index] as number;
      const bucket = this.#timeline.bucketOf[places[index] as number] ?? -1;
      if (bucket < 0 || edge < from || edge >= to) continue;
      isAsked = true;
      any.counted[bucket] = 1;
      if (tally === null) continue;
      tally.counted[bucket] = 1;
      tally.sums[bucket] = (tally.sums[bucket] as number) + source.sign * (row.values[index] as number);
    }
    return isAsked;
  }

  #placesOf({ edges, placed }: FlowRow): readonly number[] {
    if (placed?.among === this.#timeline.edges) return placed.places;
    this.#pieceOf ??= new Map(
      this.#timeline.bucketOf.map((_, piece) => [this.#timeline.edges[piece] as number, piece]),
    );
    const pieceOf = this.#pieceOf;
    return edges.map((edge) => pieceOf.get(edge) ?? -1);
  }

  #splitAt(groups: ReadonlyMap<string, Tally>, any: Tally, unsplit: Tally): (bucket: number) => boolean {
    const isSplit = (bucket: number) => any.counted[bucket] === 1 && unsplit.counted[bucket] === 0;
    return (bucket) =>
      unsplit.sums[bucket] === 0 ||
      isSplit(bucket) ||
      [...groups.values()].some((group) => group.counted[bucket] === 1);
  }
}
