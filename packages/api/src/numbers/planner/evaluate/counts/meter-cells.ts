import { dateToWall, instantToDate, listDays, type Span, startOfSiteDay, wallToInstant } from '@atrium/domain/core';
import {
  type Cell,
  type Source as Expression,
  findEquivalent,
  listTariffKinds,
  pricedKinds,
} from '@atrium/domain/numbers';
import { listPrices, listReadDevices, listStandingCharges, type PriceList, type Topology } from '@atrium/domain/sites';
import { cutTimeline, type Timeline } from '../../plan/timeline.ts';
import { getDescriptorNames } from '../../read/counts.ts';
import type { MeterRow } from '../../read/meters.ts';
import { type MeterInterval, toMeterInterval } from '../../read/statements/meter-statements.ts';
import { toSpan } from '../../spans.ts';
import type { Evaluated, Evaluation, SeriesInput } from '../evaluation.ts';
import { buildUnknownCells, clipTimeline, findBalanceStart } from '../presence/inside-cells.ts';
import { isWholeSite } from '../presence/setting-cells.ts';
import { readReporting } from '../reporting/reporting.ts';
import { buildCell, markPartial, sumReportingByBucket } from '../reporting/series-reporting.ts';
import { getQueriedKeys, readUnsupported } from '../unsupported-descriptors.ts';
import { combineMeters, listKnowledgeCuts, listVirtual } from '../virtual-devices.ts';

/** Returns the register's descriptors: those of the sample, completed by the meter's declaration. */
function describeRegister(
  { devices }: Topology,
  { device, descriptors }: Pick<MeterRow, 'device' | 'descriptors'>,
): string {
  const declared = devices.find((one) => one.id === device)?.meter?.descriptors ?? {};
  return [descriptors, ...Object.entries(declared).map(([name, value]) => `${name}=${value}`)]
    .filter((part) => part !== '')
    .join(';');
}

/** Descriptors of a register, which all its counts share. */
interface Register {
  readonly values: ReadonlyMap<string, string>;
  /** Coarser registers come first. */
  readonly rank: string;
  /** Its values of the requested splits. */
  readonly group: string;
}

interface RegisterRow {
  readonly row: MeterRow;
  readonly register: Register;
}

/**
 * Selects the registers of each meter that count. Registers with different descriptors are alternatives. Only those
 * with all requested descriptors (themselves or by declaration) qualify; the coarsest of them count, i.e. those with
 * the fewest descriptors.
 */
class Registers {
  readonly #chosen = new Map<number, RegisterRow[]>();
  readonly #saying = new Set<number>();

  constructor(topology: Topology, rows: readonly MeterRow[], evaluation: Pick<Evaluation, 'splits' | 'descriptors'>) {
    const { splits, descriptors } = evaluation;
    const asked = getQueriedKeys(evaluation);
    for (const [device, all] of Map.groupBy(rows, (row) => row.device)) {
      // A meter has few registers and very many counts.
      const known = new Map<string, Register>();
      const registers = all.map((row) => {
        const register = known.get(row.descriptors) ?? toRegister(topology, row, splits);
        known.set(row.descriptors, register);
        return { row, register };
      });
      const saying = [...known.values()].filter(({ values }) => asked.every((key) => values.has(key)));
      if (saying.length > 0) this.#saying.add(device);
      const coarsest = saying.map(({ rank }) => rank).sort()[0];
      const passing = new Set(
        saying.filter(
          ({ rank, values }) =>
            rank === coarsest &&
            descriptors.every(({ key, values: wanted, exclude }) => wanted.includes(values.get(key) ?? '') !== exclude),
        ),
      );
      this.#chosen.set(
        device,
        registers.filter(({ register }) => passing.has(register)),
      );
    }
  }

  /** Whether any of the meters carries all requested descriptors, with any value. */
  isSaidBy(devices: readonly number[]): boolean {
    return devices.some((device) => this.#saying.has(device));
  }

  /** Returns every combination of requested descriptors that the meters carry. */
  groupsOf(devices: readonly number[]): Set<string> {
    return new Set(devices.flatMap((device) => (this.#chosen.get(device) ?? []).map(({ register }) => register.group)));
  }

  /** Returns one meter's counts of a group; `''` is everything when there is no split. */
  of(device: number, group: string): readonly MeterRow[] {
    const registers = this.#chosen.get(device) ?? [];
    return registers.filter(({ register }) => register.group === group).map(({ row }) => row);
  }
}

function toRegister(topology: Topology, row: MeterRow, splits: Evaluation['splits']): Register {
  const values = valuesOf(describeRegister(topology, row));
  return { values, rank: rankOf(row), group: splits.map((key) => values.get(key) ?? '').join(';') };
}

function rankOf({ descriptors }: MeterRow): string {
  const keys = getDescriptorNames(descriptors);
  return `${keys === '' ? 0 : keys.split(';').length} ${keys}`;
}

/** The first of two equal names wins: the sample takes precedence over the declaration. */
function valuesOf(register: string): Map<string, string> {
  const pairs = register.split(';').map((pair) => pair.split('=') as [string, string]);
  return new Map(pairs.reverse());
}

type Metered = Extract<Expression, { readonly type: 'metered' }>;

/** Returns metered consumption, raw, converted or priced, per interval or cumulative. */
export async function buildMeterCells(evaluation: Evaluation, metered: Metered): Promise<Evaluated> {
  const { scanner, now, topology, series } = evaluation;
  const sources = series.flatMap((one) => one.sources);
  const uncut = scannedTime(evaluation, metered);
  if (uncut === null || sources.length === 0) return buildUnknownCells(evaluation);
  const span = { from: uncut.edges[0] as number, to: uncut.edges.at(-1) as number };
  const prices = metered.as === 'cost' ? listPrices(topology, pricedKinds[metered.metric] ?? [], span) : null;
  const asked = [...new Set(sources.map((source) => source.deviceId))];
  const virtual = listVirtual(topology, asked);
  const ids: readonly number[] = virtual.length === 0 ? asked : listReadDevices(topology, asked);
  const meters = topology.devices.filter((device) => ids.includes(device.id)).map(toMeterInterval);
  const reportingIntervals = prices?.hasLowHours === true ? meters.map(limitGap) : meters;
  const target = { installation: topology.installationId, devices: ids, metrics: [metered.metric] };
  const found = virtual.length === 0 ? [] : await scanner.meterTimes(target, span, reportingIntervals, now);
  const times = found.filter(({ metric }) => metric === metered.metric);
  const scanned = cutTimeline(uncut, [...(prices?.changes ?? []), ...listKnowledgeCuts(virtual, times)]);
  const { edges } = scanned;
  const [rows, devices] = await Promise.all([
    scanner.meters(target, edges, reportingIntervals, now),
    readReporting(scanner, topology, sources, span, 'sample', now),
  ]);
  const sent = rows.filter((row) => row.metric === metered.metric);
  const made = combineMeters(virtual, sent, times, edges).filter((row) => row.metric === metered.metric);
  const own = made.length === 0 ? sent : [...sent, ...made];
  const registers = new Registers(topology, own, evaluation);
  const devicesOf = (one: SeriesInput) => one.sources.map((source) => source.deviceId);
  const unsure = series.filter((one) => !registers.isSaidBy(devicesOf(one)));
  const unsupportedBy = await readUnsupported(
    evaluation,
    unsure.map((one) => one.sources),
  );
  const unsupported = series.map((one) => (unsure.includes(one) ? unsupportedBy(one.sources) : null));
  const cells = series.map((one, place) => {
    const { owed, delivered } = sumReportingByBucket(scanned, one.sources, devices);
    const lineOf = (group: string) => {
      const rowsOf = (device: number) => registers.of(device, group);
      const tallies = readTallies(evaluation, one, metered, scanned, rowsOf, prices);
      return evaluation.timeline.buckets.map((bucket, index): Cell => {
        const tally = tallies[index];
        const measure = tally?.amount == null ? null : ({ kind: 'flow', sum: tally.amount } as const);
        const reason = unsupported[place] ?? undefined;
        const cell = buildCell(bucket, measure, owed[index] as number, delivered[index] as number, now, reason);
        return tally?.isPartial === true ? markPartial(cell) : cell;
      });
    };
    const groups = registers.groupsOf(devicesOf(one));
    return new Map([...new Set(['', ...groups])].map((group) => [group, lineOf(group)]));
  });
  return { cells, devices, unsupported };
}

/**
 * Returns the queried time up to now, cut wherever a day or a placement changes. Day totals start at the change of day.
 */
function scannedTime({ timeline, series, topology, settings, now }: Evaluation, { since }: Metered): Timeline | null {
  const begin = timeline.edges[0];
  const end = Math.min(timeline.edges.at(-1) ?? now, now);
  if (begin === undefined || begin >= end) return null;
  const from = since === 'day' ? findBalanceStart(topology, begin) : begin;
  const days =
    since === 'day' ? listDays(topology, { from, to: end }).map((date) => startOfSiteDay(topology, date)) : [];
  const moves = series.flatMap(({ sources }) =>
    sources.flatMap(({ validity }) => [validity.validFrom, validity.validTo]).filter((at) => at !== null),
  );
  // Conversion factors may change on a date.
  const worths = settings.factors.flatMap(({ since: date }) =>
    date === null ? [] : [wallToInstant(topology.timezone, dateToWall(date, 0))],
  );
  return cutTimeline(clipTimeline(timeline, { from, to: end }), [...days, ...moves, ...worths]);
}

const maxSplitMs = 7_200_000;

/**
 * Readings further apart than two hours do not tell how much belongs to the low hours. So their cost is partial, even
 * if the meter usually reports so rarely.
 */
const limitGap = (meter: MeterInterval): MeterInterval => ({ ...meter, gap: Math.min(meter.gap, maxSplitMs) });

interface Tally {
  /** Null if it has no price or factor. */
  readonly amount: number | null;
  readonly isPartial: boolean;
}

/** Returns the consumption in each bucket, or up to its end. Empty where none is known. */
function readTallies(
  evaluation: Evaluation,
  series: SeriesInput,
  metered: Metered,
  { edges, bucketOf }: Timeline,
  rowsOf: (device: number) => readonly MeterRow[],
  prices: PriceList | null,
): (Tally | undefined)[] {
  const { topology, settings } = evaluation;
  const { as, since, metric } = metered;
  const { country, timezone } = topology;
  const known = new Map<string, number | null>();
  const kinds = new Map<string, ReturnType<typeof listTariffKinds>>();
  const pieces = tallyPieces(series, rowsOf, (row) => {
    if (as === 'native') return 1;
    if (as === 'cost') {
      const key = `${row.device} ${row.descriptors}`;
      const priced = kinds.get(key) ?? listTariffKinds(metric, describeRegister(topology, row));
      kinds.set(key, priced);
      return prices?.findPrice(priced, row.edge) ?? null;
    }
    const date = instantToDate(timezone, row.edge);
    // A year of hours has one factor per day.
    const key = `${row.device} ${date} ${row.descriptors}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const factor = findEquivalent(metric, as, describeRegister(topology, row), date, settings.factors, country);
    known.set(key, factor);
    return factor;
  });
  const starts = new Set(
    since === 'day'
      ? listDays(topology, { from: edges[0] as number, to: edges.at(-1) as number }).map((date) =>
          startOfSiteDay(topology, date),
        )
      : [],
  );
  const standing = as === 'cost' ? chargeTime(evaluation, series, metric, edges) : null;
  const tallies: (Tally | undefined)[] = [];
  let running: Tally | undefined;
  for (const [piece, bucket] of bucketOf.entries()) {
    const edge = edges[piece] as number;
    const consumed = pieces.get(edge);
    const counted =
      consumed?.amount == null || standing === null
        ? consumed
        : { ...consumed, amount: consumed.amount + standing(edge, edges[piece + 1] as number) };
    if (starts.has(edge)) running = undefined;
    if (since === 'day' || bucket >= 0) running = add(running, counted);
    if (bucket >= 0) tallies[bucket] = since === null ? add(tallies[bucket], counted) : running;
  }
  return tallies;
}

function tallyPieces(
  { sources }: SeriesInput,
  rowsOf: (device: number) => readonly MeterRow[],
  worth: (row: MeterRow) => number | null,
): Map<number, Tally> {
  const pieces = new Map<number, Tally>();
  for (const source of sources) {
    const { from, to } = toSpan(source.validity);
    for (const row of rowsOf(source.deviceId)) {
      if (row.metric !== source.metric || row.edge < from || row.edge >= to) continue;
      const factor = worth(row);
      const counted = { amount: factor === null ? null : row.amount * factor, isPartial: row.isPartial };
      pieces.set(row.edge, add(pieces.get(row.edge), counted) as Tally);
    }
  }
  return pieces;
}

function add(left: Tally | undefined, right: Tally | undefined): Tally | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const isPartial = left.isPartial || right.isPartial || (left.amount === null) !== (right.amount === null);
  if (left.amount === null || right.amount === null) return { amount: left.amount ?? right.amount, isPartial };
  return { amount: left.amount + right.amount, isPartial };
}

/**
 * Returns a function for the standing charges between two instants. They belong to a whole site, so parts of it and
 * single meters have none; nor has a part of its consumption. Null where there are none.
 */
function chargeTime(
  { topology, splits, descriptors }: Evaluation,
  { selection }: SeriesInput,
  metric: string,
  edges: readonly number[],
): ((from: number, to: number) => number) | null {
  const isWhole =
    isWholeSite(topology, selection.zoneIds) && selection.deviceIds === null && selection.passageIds === null;
  if (!isWhole || splits.length > 0 || descriptors.length > 0) return null;
  const span = { from: edges[0] as number, to: edges.at(-1) as number };
  const charges = listStandingCharges(topology, pricedKinds[metric] ?? [], span);
  if (charges.length === 0) return null;
  let first = 0;
  return (from, to) => {
    while (first < charges.length && (charges[first] as Span).to <= from) first += 1;
    let sum = 0;
    for (let place = first; place < charges.length && (charges[place] as Span).from < to; place++) {
      const charge = charges[place] as (typeof charges)[number];
      const part = Math.min(to, charge.to) - Math.max(from, charge.from);
      sum += (charge.amount * part) / (charge.to - charge.from);
    }
    return sum;
  };
}
