import type { Instant } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { ReadingKind, ReadingSeries } from '../../recent-readings/reading-series.ts';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import { rolledMetrics } from '../../rollups/roll-up.store.ts';
import { createPieceFinder, createPlaceFinder, getHull } from '../spans.ts';
import type { CachedHours } from './cached-hours.ts';
import {
  createMergingReader,
  createScanBatcher,
  type MergedScan,
  type MergedTargets,
  type ScanTarget,
  selectWanted,
  type TimedScan,
} from './merge-scans.ts';
import { planDays } from './plan-days.ts';
import { checkRetained, cutEdges, type FindRecent, type ReadingsContext, type RollupsContext } from './read-context.ts';
import { computeShareBefore, listSeries, selectReadings, walkPieces } from './select-readings.ts';
import {
  type CountGrouping,
  type CrossingRow,
  crossingStatement,
  type DescribedFlowRow,
  type FlowRow,
  findRepresentatives,
  flowStatement,
  maxReadingMs,
  readRolledCounts,
  readUnrolledCounts,
  resolvedFlowStatement,
} from './statements/count-statements.ts';

/** Reads counts between edges, by device and by the values of `splits`. Readings across `cutAt` count by their share. */
export type ReadCounts = (
  target: ScanTarget,
  edges: readonly Instant[],
  splits: readonly string[],
  amount?: CountedAmount,
  cutAt?: Instant | null,
) => Promise<readonly FlowRow[]>;

interface FlowShape {
  readonly edges: readonly Instant[];
  readonly amount: CountedAmount;
  readonly cutAt: Instant | null;
}

interface CountAsk extends TimedScan {
  readonly amount: CountedAmount;
}

const areRolled = (metrics: readonly string[]) => metrics.every((metric) => rolledMetrics.counts.has(metric));

export function countsFromReadings({ read, selectWithin }: ReadingsContext): ReadCounts {
  const flows = createScanBatcher<FlowShape, DescribedFlowRow>((target, { edges, amount, cutAt }) =>
    read(flowStatement(selectWithin(target, getHull(edges)), edges.slice(0, -1), amount, cutAt)),
  );
  const settled = createScanBatcher<FlowShape & { splits: readonly string[] }, FlowRow>(
    (target, { edges, splits, amount, cutAt }) =>
      read(resolvedFlowStatement(selectWithin(target, getHull(edges)), edges.slice(0, -1), splits, amount, cutAt)),
  );
  return async (target, edges, splits, amount = 'value', cutAt = null) => {
    const { decided, devices } = decide(await flows(target, { edges, amount, cutAt }), splits);
    if (devices.length === 0) return decided;
    return [...decided, ...(await settled({ ...target, devices }, { edges, splits, amount, cutAt }))];
  };
}

export function countsFromRollups(context: RollupsContext, fromReadings: ReadCounts, hours: CachedHours): ReadCounts {
  const { flows, totals, crossings } = countReaders(context);
  const fromRollups: ReadCounts = async (target, edges, splits, amount = 'value', cutAt = null) => {
    if (!areRolled(target.metrics)) return fromReadings(target, edges, splits, amount, cutAt);
    await checkRetained(edges, context.since);
    if (cutAt !== null) {
      const isPlain = splits.length === 0 && cutAt === edges.at(-1);
      const known = isPlain ? await readToHour(hours, fromRollups, target, edges, amount) : null;
      return (
        known ??
        readCutFlow({ rolled: fromRollups, raw: fromReadings, crossings }, target, edges, splits, amount, cutAt)
      );
    }
    const ask = { target, edges, amount };
    if (splits.length === 0) return fitCounts(await totals(ask), ask);
    const { decided, devices } = decide(fitCounts(await flows(ask), ask), splits);
    if (devices.length === 0) return decided;
    return [...decided, ...(await fromReadings({ ...target, devices }, edges, splits, amount))];
  };
  return fromRollups;
}

export const countsFromMemory =
  (findRecent: FindRecent, fromRollups: ReadCounts): ReadCounts =>
  async (target, edges, splits, amount = 'value', cutAt = null) => {
    const held = areRolled(target.metrics) ? await findRecent(target.installation, getHull(edges).to) : null;
    if (held === null) return fromRollups(target, edges, splits, amount, cutAt);
    const { early, late, begin } = cutEdges(edges, held.from);
    const found = scanFlows(held, target, { edges: late, splits, amount, cutAt });
    const open = found.map((row) => ({ ...row, edges: row.edges.map((edge) => (edge === late[0] ? begin : edge)) }));
    if (early === null) return open;
    const cut = cutAt !== null && cutAt - maxReadingMs < held.from ? cutAt : null;
    return [...(await fromRollups(target, early, splits, amount, cut)), ...open];
  };

/** Builds the statements of counts, each shared by similar reads of the same turn of the event loop. */
function countReaders({ reader, select, selectWithin, read, since, dirtyIn, bounded }: RollupsContext) {
  const counts = async (
    all: MergedScan,
    { amount }: CountAsk,
    groupingOf: (devices: ReadonlySet<number>) => CountGrouping,
  ) => {
    const { target, edges, spans } = all;
    const days = planDays(spans, edges, dirtyIn(target, spans), since);
    const unrolled = ({ target: some }: { readonly target: MergedTargets }) =>
      readUnrolledCounts(reader, select(some), days, edges, amount, groupingOf(some.devices));
    const found = await Promise.all([
      readRolledCounts(reader, select(target), days, edges, amount, groupingOf(target.devices)),
      bounded(all, unrolled),
    ]);
    return found.flat();
  };
  const flows = createMergingReader<CountAsk, DescribedFlowRow>(
    ({ amount }) => amount,
    (all, asks) => counts(all, asks[0] as CountAsk, () => 'descriptors'),
  );
  const totals = createMergingReader<CountAsk, FlowRow>(
    ({ amount }) => amount,
    async (all, asks) => {
      const rows = await counts(all, asks[0] as CountAsk, (devices) => findRepresentatives(asks, devices));
      return rows.map(({ descriptors: _, ...row }) => ({ ...row, split: '' }));
    },
  );
  const crossings = createMergingReader<CountAsk, CrossingRow>(
    ({ amount }) => amount,
    ({ target, edges, spans }, asks) => {
      const cuts = [...new Set(asks.map((ask) => ask.edges.at(-1) as Instant))];
      return read(crossingStatement(selectWithin(target, getHull(edges)), spans, cuts, (asks[0] as CountAsk).amount));
    },
  );
  return { flows, totals, crossings };
}

/** Splits rows by descriptors, without those of the `devices` that need an exact read. */
function decide(rows: readonly DescribedFlowRow[], splits: readonly string[]) {
  const devices = findUndecidedDevices(rows);
  const decided = splitRows(
    rows.filter((row) => !devices.includes(row.device)),
    splits,
  );
  return { decided, devices };
}

/** Returns the descriptor names: `gender;groupSize` for `gender=female;groupSize=2`. */
export function getDescriptorNames(descriptors: string): string {
  return descriptors.replaceAll(/=[^;]*/g, '');
}

/**
 * Returns devices that sent counts with different descriptor sets in the same piece of time. They need an exact read.
 */
function findUndecidedDevices(rows: readonly DescribedFlowRow[]): number[] {
  const keysAt = new Map<string, Map<number, string>>();
  const devices = new Set<number>();
  for (const row of rows) {
    const keys = getDescriptorNames(row.descriptors);
    const line = `${row.device} ${row.metric}`;
    const seen = keysAt.get(line) ?? new Map<number, string>();
    keysAt.set(line, seen);
    for (const edge of row.edges) {
      const before = seen.get(edge);
      if (before !== undefined && before !== keys) devices.add(row.device);
      seen.set(edge, keys);
    }
  }
  return [...devices];
}

/** Splits the rows by descriptors; '' where a row lacks any of them. */
function splitRows(rows: readonly DescribedFlowRow[], splits: readonly string[]): FlowRow[] {
  return rows.map(({ descriptors, ...row }) => ({ ...row, split: getSplitValues(descriptors, splits) }));
}

/** Returns the values of descriptors, joined; '' if any is missing. */
export function getSplitValues(descriptors: string, splits: readonly string[]): string {
  if (splits.length === 0 || descriptors === '') return '';
  const values = new Map(descriptors.split(';').map((pair) => pair.split('=') as [string, string]));
  return splits.every((key) => values.has(key)) ? splits.map((key) => values.get(key)).join(';') : '';
}

/** Readers for a cut count. */
interface CutReaders {
  readonly rolled: ReadCounts;
  readonly raw: ReadCounts;
  /** Reads readings across the end of the queried time. The read begins where such a reading may begin. */
  readonly crossings: (ask: CountAsk) => Promise<readonly CrossingRow[]>;
}

/**
 * Returns counts up to a cut, the last of the edges. A reading across it counts by its share before it; the rest is
 * subtracted from the rollups. If a device sent alternatives of such a reading, the readings are used instead.
 */
async function readCutFlow(
  { rolled, raw, crossings }: CutReaders,
  { installation, devices: asked, metrics }: ScanTarget,
  edges: readonly Instant[],
  splits: readonly string[],
  amount: CountedAmount,
  cutAt: Instant,
): Promise<readonly FlowRow[]> {
  // No stand-ins: the device of a cut reading matters.
  const target = { installation, devices: asked, metrics };
  const [all, rows] = await Promise.all([
    crossings({ target, edges: [cutAt - maxReadingMs, cutAt], amount }),
    rolled(target, edges, splits, amount),
  ]);
  const beyond = beyondCut(all, target, edges, cutAt);
  const devices = findUndecidedDevices(beyond);
  const isCut = new Set(devices);
  const counted = [...rows, ...splitRows(beyond, splits)].filter(({ device }) => !isCut.has(device));
  if (devices.length === 0) return counted;
  const place = edges.findLastIndex((edge) => edge <= cutAt - maxReadingMs);
  const [early, late] = place <= 0 ? [[], edges] : [edges.slice(0, place + 1), edges.slice(place)];
  const cut = await Promise.all([
    early.length < 2 ? [] : rolled({ ...target, devices }, early, splits, amount),
    late.length < 2 ? [] : raw({ ...target, devices }, late, splits, amount, cutAt),
  ]);
  return [...counted, ...cut.flat()];
}

/** Returns the counts of a scan's readings beyond its cut. */
function beyondCut(rows: readonly CrossingRow[], target: ScanTarget, edges: readonly Instant[], cutAt: Instant) {
  const [devices, metrics] = [new Set(target.devices), new Set(target.metrics)];
  const pieceOf = createPieceFinder(edges);
  return rows.flatMap(({ device, metric, descriptors, at, cut, beyond }) => {
    const piece = pieceOf(at);
    if (cut !== cutAt || piece === null || !devices.has(device) || !metrics.has(metric)) return [];
    return [{ device, metric, descriptors, edges: [piece], values: [-beyond] }];
  });
}

/** Counts up to a moment within an hour of a past day; null when the normal read is needed. */
function readToHour(
  hours: CachedHours,
  fromRollups: ReadCounts,
  target: ScanTarget,
  edges: readonly Instant[],
  amount: CountedAmount,
): Promise<readonly FlowRow[] | null> {
  const ask = { target, edges, what: ['flow', amount] };
  return hours.split(
    ask,
    (early) => fromRollups(target, early, [], amount),
    (site, hour, late) =>
      beginsBefore(site, target, hour.from)
        ? null
        : scanFlows(site, target, { edges: late, splits: [], amount, cutAt: getHull(edges).to }),
  );
}

/**
 * Whether any reading reaches into the hour from before. Its share would have to be subtracted from the cached part.
 */
function beginsBefore(site: RecentReadings, { devices, metrics }: ScanTarget, from: Instant): boolean {
  return metrics.some((metric) =>
    devices.some((device) => {
      const line = site.line(metric, device);
      if (line === undefined) return false;
      for (let place = line.placeOf(from - site.base) - 1; place >= 0; place--) {
        const seconds = site.kinds[line.kinds[place] as number]?.interval ?? 0;
        if (site.base + (line.times[place] as number) + seconds * 1000 > from) return true;
      }
      return false;
    }),
  );
}

/** Converts rows of a shared statement to those of a single scan: its devices, metrics and pieces of time. */
export function fitCounts<
  Row extends {
    readonly device: number;
    readonly metric: string;
    readonly edges: readonly Instant[];
    readonly values: readonly number[];
    readonly placed?: FlowRow['placed'];
  },
>(rows: readonly Row[], { target, edges }: TimedScan): Row[] {
  const own = selectWanted(rows, target);
  if (own.every(({ placed }) => placed?.among === edges)) return own;
  const placeOf = createPlaceFinder(edges);
  const addUp = adderBy(edges.length);
  return own.flatMap((row) => {
    const { placed, values } = row;
    const finer = placed === undefined ? null : placesIn(edges, placed.among);
    const { places, sums } = addUp(values, (index) =>
      finer === null ? placeOf(row.edges[index] as Instant) : (finer[placed?.places[index] as number] as number),
    );
    if (places.length === 0) return [];
    const fitted = { ...row, edges: places.map((place) => edges[place] as Instant), values: sums };
    return [finer === null ? fitted : { ...fitted, placed: { among: edges, places } }];
  });
}

const placesByCut = new WeakMap<readonly Instant[], WeakMap<readonly Instant[], Int32Array>>();

/** Maps positions in a finer cut to positions among edges. Cached, because sites queried together share both. */
function placesIn(edges: readonly Instant[], cut: readonly Instant[]): Int32Array {
  const byCut = placesByCut.get(edges) ?? new WeakMap<readonly Instant[], Int32Array>();
  placesByCut.set(edges, byCut);
  const known = byCut.get(cut);
  if (known !== undefined) return known;
  const placeOf = createPlaceFinder(edges);
  const places = new Int32Array(cut.length);
  for (let place = 0; place < cut.length; place++) places[place] = placeOf(cut[place] as Instant);
  byCut.set(cut, places);
  return places;
}

/** Sums values by position (−1: none), in the order of first occurrence. */
function adderBy(size: number) {
  /** Index of each position's sum. */
  const positions = new Int32Array(size).fill(-1);
  return (values: readonly number[], placeOf: (index: number) => number) => {
    const places: number[] = [];
    const sums: number[] = [];
    for (let index = 0; index < values.length; index++) {
      const place = placeOf(index);
      if (place < 0) continue;
      const position = positions[place] as number;
      if (position >= 0) sums[position] = (sums[position] as number) + (values[index] as number);
      else {
        positions[place] = sums.length;
        places.push(place);
        sums.push(values[index] as number);
      }
    }
    for (const place of places) positions[place] = -1;
    return { places, sums };
  };
}

/** Parameters of a count, as for `ReadCounts`. */
interface CountShape {
  readonly edges: readonly Instant[];
  readonly splits: readonly string[];
  readonly amount: CountedAmount;
  readonly cutAt: Instant | null;
}

/** In-memory equivalent of `resolvedFlowStatement`. */
function scanFlows(site: RecentReadings, target: ScanTarget, shape: CountShape): FlowRow[] {
  const rows: FlowRow[] = [];
  for (const { metric, device, line } of listSeries(site, target))
    for (const [split, sums] of sumsOf(site, line, shape)) rows.push({ device, metric, split, ...sums });
  return rows;
}

interface Sums {
  readonly edges: Instant[];
  readonly values: number[];
}

function sumsOf(
  site: RecentReadings,
  line: ReadingSeries,
  { edges, splits, amount, cutAt }: CountShape,
): Map<string, Sums> {
  const bySplit = new Map<string, Sums>();
  const splitBy = new Map<ReadingKind, string>();
  const pieceAt = walkPieces(edges);
  selectReadings(site, line, getHull(edges), splits, (place, kind) => {
    const at = site.base + (line.times[place] as number);
    const split = splitBy.get(kind) ?? getSplitValues(kind.descriptors, splits);
    splitBy.set(kind, split);
    const sums = bySplit.get(split) ?? { edges: [], values: [] };
    bySplit.set(split, sums);
    const edge = pieceAt(at);
    if (sums.edges.at(-1) !== edge) {
      sums.edges.push(edge);
      sums.values.push(0);
    }
    const counted = amountAt(line, place, amount) * computeShareBefore(at, kind, cutAt);
    sums.values[sums.values.length - 1] = (sums.values.at(-1) as number) + counted;
  });
  return bySplit;
}

function amountAt(line: ReadingSeries, place: number, amount: CountedAmount): number {
  if (amount === 'weight') return line.weightAt(place);
  const value = line.values[place] as number;
  return amount === 'value' ? value : value * line.weightAt(place);
}
