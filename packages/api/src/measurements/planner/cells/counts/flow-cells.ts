import type { Cell, CountedAmount, DescriptorFilter } from '@atrium/domain/measurements';
import type { Source } from '../../sources.ts';
import type { FlowRow } from '../../statements/flow-statement.ts';
import type { Timeline } from '../../timeline.ts';
import type { Evaluated, Evaluation, SeriesInput } from '../evaluation.ts';
import { readReporting } from '../reporting/reporting.ts';
import { byBucket, cellOf, reportingOfSeries } from '../reporting/series-reporting.ts';
import { spanOf } from '../reporting/spans.ts';

/** Counts of people: sums of the sources' readings; 0 where the sensors reported and counted nobody. */
export async function flowCells(evaluation: Evaluation, amount: CountedAmount = 'value'): Promise<Evaluated> {
  const { scanner, now, topology, timeline, series } = evaluation;
  const sources = series.flatMap((one) => one.sources);
  const { edges } = timeline;
  const asked = { from: edges[0] ?? now, to: edges.at(-1) ?? now };
  const keys = [...evaluation.splits, ...evaluation.descriptors.map((filter) => filter.key)];
  const splits = [...new Set(keys)];
  const want = {
    installation: topology.installationId,
    devices: [...new Set(sources.map((source) => source.deviceId))],
    metrics: [...new Set(sources.map((source) => source.metric))],
    alike: alikeDevices(series),
  };
  const [rows, devices] = await Promise.all([
    asked.from < asked.to ? scanner.flow(want, edges, splits, amount, timeline.cutAt) : [],
    readReporting(scanner, topology, sources, asked, 'flow', now),
  ]);
  const reader = new FlowReader(timeline, rows, splitReader(splits, evaluation.splits, evaluation.descriptors));
  const cells = series.map((one) => {
    const { expected, reported } = reportingOfSeries(timeline, one.sources, devices);
    const owed = byBucket(timeline, expected);
    const delivered = byBucket(timeline, reported);
    return reader.read(one.sources, (bucket, index, sum, counted) => {
      const known = sum !== null && (counted || (delivered[index] as number) > 0);
      const measure = known ? ({ kind: 'flow', sum } as const) : null;
      return cellOf(bucket, measure, owed[index] as number, delivered[index] as number, now);
    });
  });
  return { cells, devices };
}

/** Devices by what they count for: those of one number are added up the same way at any time. */
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

/** Where a row's values go: the group they belong to, null when filtered out, undefined when nobody split them. */
type SplitReader = (split: string) => string | null | undefined;

function splitReader(
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

type CellMaker = (bucket: Timeline['buckets'][number], index: number, sum: number | null, counted: boolean) => Cell;

interface Tally {
  readonly sums: Float64Array;
  /** Whether any reading was there at all, 0 or not. */
  readonly counted: Uint8Array;
}

class FlowReader {
  readonly #timeline: Timeline;
  readonly #rows = new Map<string, FlowRow[]>();
  #pieceOf: ReadonlyMap<number, number> | null = null;
  readonly #groupOf: SplitReader;

  constructor(timeline: Timeline, rows: readonly FlowRow[], groupOf: SplitReader) {
    this.#timeline = timeline;
    this.#groupOf = groupOf;
    for (const row of rows) {
      const key = `${row.device} ${row.metric}`;
      const list = this.#rows.get(key);
      if (list === undefined) this.#rows.set(key, [row]);
      else list.push(row);
    }
  }

  /**
   * The cells of each group of a series. A bucket whose people nobody split has no known split: unless there were none,
   * and then each group had none.
   */
  read(sources: readonly Source[], make: CellMaker): Map<string, Cell[]> {
    const groups = new Map<string, Tally>();
    const any = this.#tally();
    const unsplit = this.#tally();
    if (this.#groupOf('') === '') groups.set('', any);
    for (const source of sources) {
      for (const row of this.#rows.get(`${source.deviceId} ${source.metric}`) ?? []) {
        const group = this.#groupOf(row.split);
        const tally = group === undefined ? unsplit : group === null ? null : this.#groupTally(groups, group);
        this.#add(source, row, tally, any);
      }
    }
    // '' is also what any group is that nobody of this series belonged to.
    if (!groups.has('')) groups.set('', this.#tally());
    const splitAt = this.#splitAt(groups, any, unsplit);
    return new Map(
      [...groups].map(([group, { sums }]) => [
        group,
        this.#timeline.buckets.map((bucket, index) =>
          make(bucket, index, splitAt(index) ? (sums[index] as number) : null, any.counted[index] === 1),
        ),
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

  #add(source: Source, row: FlowRow, tally: Tally | null, any: Tally): void {
    const { from, to } = spanOf(source.validity);
    const places = this.#placesOf(row);
    for (const [index, edge] of row.edges.entries()) {
      const bucket = this.#timeline.bucketOf[places[index] as number] ?? -1;
      if (bucket < 0 || edge < from || edge >= to) continue;
      any.counted[bucket] = 1;
      if (tally === null) continue;
      tally.counted[bucket] = 1;
      tally.sums[bucket] = (tally.sums[bucket] as number) + source.sign * (row.values[index] as number);
    }
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
