import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/measurements';
import type { QuestionReader, Statement } from '../../../platform/analytics-store.ts';
import { gatherTurn } from '../../../platform/concurrency/gather-turn.ts';
import type { StoredLine } from '../../open-days/index.ts';
import { type DayLedger, dayMs, rolledMetrics, smallestHole } from '../../rollups/index.ts';
import type { ActivityDay, DeviceActivity } from './activity/device-activity.ts';
import { type ActivityReport, foldActivity } from './activity/fold-activity.ts';
import { countRegisters, type RegisterReads } from './by-kind/count-registers.ts';
import { cutFlow } from './by-kind/cut-flow.ts';
import { readLevels } from './by-kind/read-levels.ts';
import { readTotals, standInsOf } from './by-kind/read-totals.ts';
import { splitRows, undecided } from './by-kind/settle-flows.ts';
import { sharedStates } from './by-kind/shared-states.ts';
import { fitCounts, fitMeters, fitReports, fitSamples, fitStands } from './fit-rows.ts';
import { type Gathered, gatherer, gatherWants, listsOf, strictest, type Want } from './gather-scans.ts';
import { joinPieces } from './join-pieces.ts';
import { cutByHours, type StretchAsk } from './kept/cut-by-hours.ts';
import { type KeptReads, numbersOfRow } from './kept/kept-reads.ts';
import { checkKept, keptReadings } from './kept-readings.ts';
import { type MergedScan, mergingReader, scanOf, type TimedAsk } from './merge-scans.ts';
import { readLengths } from './read-lengths.ts';
import {
  type LengthShape,
  maxDeviceTime,
  portions,
  rawScanner,
  runReader,
  type Scanner,
  wholeDays,
} from './scanner.ts';
import { hullOf, joinSpans } from './spans.ts';
import { type CrossingRow, crossingStatement } from './statements/crossing-statement.ts';
import type { DescribedFlowRow, FlowRow } from './statements/flow-statement.ts';
import type { LengthRow } from './statements/length-statement.ts';
import type { MeterRhythm, MeterRow } from './statements/meter-statement.ts';
import { type ReportRow, type Rhythm, reportStatement } from './statements/report-statement.ts';
import { rolledFlowStatement, rolledTotalsStatement } from './statements/rolled/rolled-flow-statement.ts';
import { rolledLevelStatement } from './statements/rolled/rolled-level-statement.ts';
import { coverBetween, gapsOf, rolledMeterStatement } from './statements/rolled/rolled-meter-statement.ts';
import { rolledSampleStatement } from './statements/rolled/rolled-sample-statement.ts';
import type { RolledOf } from './statements/rolled/rolled-source.ts';
import { rolledStandStatement, type StandRow } from './statements/rolled/rolled-stand-statement.ts';
import { rolledVisitorStatement } from './statements/rolled/rolled-visitor-statement.ts';
import type { SampleRow } from './statements/sample-statement.ts';
import { stretchStatement } from './statements/stretch-statement.ts';
import type { VisitorRow } from './statements/visitor-statement.ts';
import { coverDays, coverTime, rangesPart } from './time-cover.ts';
import type { KeptDescriptors } from './told/told-descriptors.ts';
import type { ToldRow } from './told/told-statement.ts';

/** Caches shared between queries, based on the same dirty days. */
export interface Remembered {
  readonly deviceActivity: DeviceActivity;
  readonly toldDescriptors: KeptDescriptors;
  readonly kept: KeptReads;
}

export interface RolledScanner extends Scanner {
  /** Reads the parts of `meters`. `settled`: differences of a time that ends with a past day. */
  registers(
    want: Want,
    rhythms: readonly MeterRhythm[],
    isCut?: boolean,
  ): RegisterReads & { readonly settled: RegisterReads['differences'] };
  /** Returns the last register values before an instant; may include other registers. */
  stands(want: Want, before: Instant): Promise<readonly StandRow[]>;
}

/**
 * Reads rollups where they are complete and readings elsewhere, in one statement. Same results as `rawScanner`, which
 * it uses for what rollups lack. `ledger` must be open.
 */
export function rolledScanner(
  reader: QuestionReader,
  organizationId: OrganizationId,
  ledger: DayLedger,
  { deviceActivity, toldDescriptors, kept }: Remembered,
): RolledScanner {
  const since = ledger.keptSince(organizationId);
  const raw = keptReadings(rawScanner(reader, organizationId), since);
  const read: Read = (statement) => reader.query(statement);
  const readers = rolledReaders(reader, organizationId, ledger);
  const { of, flows, totals, samples, crossings } = readers;
  const byHours = cutByHours({ ledger, kept, organizationId, stretches: readers.stretches });
  const registers = registerReaders(reader, organizationId, { ledger, kept, byHours, readers });
  const gathered = gatherer<object, ToldRow>(async (want) => [
    ...(await toldDescriptors.read(reader, organizationId, want)),
  ]);
  const told: Scanner['told'] = (want) => gathered(want, {});
  const lengths = lengthReader(reader, organizationId, ledger, deviceActivity);
  const reports = reportReader(reader, organizationId, ledger, deviceActivity);
  const holds = (kind: keyof typeof rolledMetrics, metrics: readonly string[]) =>
    metrics.every((metric) => rolledMetrics[kind].has(metric));
  return {
    ...raw,
    ...registers,
    async flow(want, edges, splits, amount = 'value', cutAt = null) {
      if (!holds('counts', want.metrics)) return raw.flow(want, edges, splits, amount, cutAt);
      await checkKept(edges, since);
      if (cutAt !== null) {
        const early = (some: readonly Instant[]) => this.flow(want, some, splits, amount);
        const isPlain = splits.length === 0 && cutAt === edges.at(-1);
        const known = isPlain ? await byHours.flow(want, edges, amount, early) : null;
        return known ?? cutFlow({ rolled: this, raw, crossings }, want, edges, splits, amount, cutAt);
      }
      const ask = { want, edges, amount };
      if (splits.length === 0) return fitCounts(await totals(ask), ask);
      const rows = fitCounts(await flows(ask), ask);
      const devices = undecided(rows);
      const decided = splitRows(
        rows.filter((row) => !devices.includes(row.device)),
        splits,
      );
      if (devices.length === 0) return decided;
      return [...decided, ...(await raw.flow({ ...want, devices }, edges, splits, amount))];
    },
    async samples(want, edges, withValues) {
      if (!holds('samples', want.metrics)) return raw.samples(want, edges, withValues);
      await checkKept(edges, since);
      return fitSamples(await samples({ want, edges, withValues }), { want, edges });
    },
    async reports(want, window, rhythms): Promise<readonly ReportRow[]> {
      if (rhythms.some(({ tolerance }) => tolerance < smallestHole)) return raw.reports(want, window, rhythms);
      const ask = { want, edges: [window.from, window.to], rhythms };
      const rows = fitReports(await reports(ask), want.devices, window);
      const devices = rows.filter((row) => row.isUnsure).map((row) => row.device);
      if (devices.length === 0) return rows;
      const sure = rows.filter((row) => !row.isUnsure);
      return [...sure, ...(await raw.reports({ ...want, devices }, window, rhythms))];
    },
    async visitors(want, edges) {
      if (!holds('visitors', want.metrics)) return raw.visitors(want, edges);
      await checkKept(edges, since);
      return read<VisitorRow>(rolledVisitorStatement(of(scanOf({ want, edges })), edges));
    },
    async meters(want, edges, rhythms, cutAt = null) {
      if (!holds('meters', want.metrics)) return raw.meters(want, edges, rhythms);
      return countRegisters(want, edges, rhythms, registers.registers(want, rhythms, cutAt !== null));
    },
    senders: senderReader((sites) => toldDescriptors.sendersOf(reader, organizationId, sites), told),
    told,
    lengths: (want, span, over) => lengths(want, { days: wholeDays(span), over }),
    states: keptReadings({ ...raw, states: statesReader(raw, sharedStates(organizationId, read)) }, since).states,
  };
}

/** Readers of registers. Rejects when deleted readings are needed. */
function registerReaders(
  reader: QuestionReader,
  organizationId: OrganizationId,
  { ledger, kept, byHours, readers: { meters, stands } }: RegisterReaders,
): Pick<RolledScanner, 'registers' | 'stands'> {
  const since = ledger.keptSince(organizationId);
  const read: Read = (statement) => reader.query(statement);
  return {
    registers(want, rhythms, isCut = false) {
      const early = async (edges: readonly Instant[]) =>
        fitMeters(await meters({ want, edges, rhythms }), { want, edges });
      return {
        async differences(edges) {
          await checkKept(edges, since);
          return (await byHours.meters(want, edges, rhythms, isCut, early)) ?? early(edges);
        },
        async settled(edges) {
          await checkKept(edges, since);
          return byHours.settledMeters(want, edges, rhythms, early);
        },
        runs: runReader(read, (some, span) => ({ organizationId, ...listsOf(some), ...span }), rhythms, since),
      };
    },
    stands(want, before) {
      const { devices, metrics } = listsOf(gatherWants([want]));
      const what = ['stands', devices, metrics];
      return kept.read(
        { organization: organizationId, installation: want.installation, until: before, what },
        async () => fitStands(await stands(want, { before }), want),
        (rows) => rows.length * numbersOfRow,
      );
    },
  };
}

interface RegisterReaders extends Pick<Remembered, 'kept'> {
  readonly ledger: DayLedger;
  readonly byHours: ReturnType<typeof cutByHours>;
  readonly readers: Pick<ReturnType<typeof rolledReaders>, 'meters' | 'stands'>;
}

/** Builds the statements, each shared by similar reads of the same turn of the event loop. */
function rolledReaders(reader: QuestionReader, organizationId: OrganizationId, ledger: DayLedger) {
  const read: Read = (statement) => reader.query(statement);
  const { dirtyIn, bounded } = dirtyReader(organizationId, ledger);
  const of = ({ want, edges, spans }: MergedScan): RolledOf => ({
    readings: { organizationId, ...listsOf(want), ...hullOf(edges) },
    cover: coverTime(spans, edges, dirtyIn(want, spans), ledger.keptSince(organizationId)),
  });
  const flows = mergingReader<CountAsk, DescribedFlowRow>(
    ({ amount }) => amount,
    (all, [ask]) =>
      bounded(all, (scan) => read(rolledFlowStatement(of(scan), scan.edges.slice(0, -1), (ask as CountAsk).amount))),
  );
  const totals = mergingReader<CountAsk, FlowRow>(
    ({ amount }) => amount,
    (all, asks) =>
      bounded(all, async (scan) => {
        const standIns = standInsOf(asks, scan.want.devices);
        const joined = await joinPieces(asks, scan.edges);
        const statement = rolledTotalsStatement(of(scan), scan.edges, (asks[0] as CountAsk).amount, standIns, joined);
        return readTotals(reader, statement, scan);
      }),
  );
  const samples = mergingReader<SampleAsk, SampleRow>(
    ({ withValues }) => `${withValues}`,
    (all, asks) =>
      bounded(all, async (scan) => {
        if (asks[0]?.withValues !== true) return read(rolledSampleStatement(of(scan), scan.edges.slice(0, -1)));
        const joined = await joinPieces(asks, scan.edges);
        return readLevels(reader, rolledLevelStatement(of(scan), scan.edges, joined), scan.edges);
      }),
  );
  const meters = mergingReader<MeterAsk, MeterRow>(
    () => '',
    (all, asks) =>
      bounded(all, (scan) => {
        const dirtyDays = dirtyIn(scan.want, gapsOf(scan.spans));
        const between = coverBetween(scan.spans, dirtyDays, ledger.keptSince(organizationId));
        // Every ask has the same threshold for a device.
        const rhythms = new Map(asks.flatMap((ask) => ask.rhythms).map((rhythm) => [rhythm.device, rhythm]));
        return read(rolledMeterStatement(of(scan), between, scan.spans, scan.edges, [...rhythms.values()]));
      }),
  );
  const crossings = mergingReader<CountAsk, CrossingRow>(
    ({ amount }) => amount,
    ({ want, edges, spans }, asks) => {
      const readings = { organizationId, ...listsOf(want), ...hullOf(edges) };
      const cuts = [...new Set(asks.map((ask) => ask.edges.at(-1) as Instant))];
      return read(crossingStatement(readings, spans, cuts, (asks[0] as CountAsk).amount));
    },
  );
  const stretches = mergingReader<StretchAsk, StoredLine>(
    ({ hour }) => `${hour === null}`,
    ({ want, spans }, asks) => {
      const hours = asks.flatMap(({ hour }) => hour?.from ?? []);
      const begins = hours.length === 0 ? null : [...new Set(hours)];
      return read(stretchStatement({ organizationId, ...listsOf(want) }, spans, begins));
    },
  );
  const stands = gatherer<{ before: Instant }, StandRow>((want, { before }) => {
    const past = [{ from: before, to: before }];
    const cover = coverBetween(past, dirtyIn(want, gapsOf(past)), ledger.keptSince(organizationId));
    return read(rolledStandStatement({ readings: { organizationId, ...listsOf(want), from: 0, to: before }, cover }));
  });
  return { of, flows, totals, samples, meters, crossings, stretches, stands };
}

/** Returns which days must be read from readings. */
function dirtyReader(organizationId: OrganizationId, ledger: DayLedger) {
  const dirtyIn = (want: Gathered, spans: readonly Span[]) => [
    ...new Set(spans.flatMap((span) => ledger.dirtyDays(organizationId, want.installations, span))),
  ];
  // Limits a statement's reads of dirty days, which may be a whole history.
  const bounded = async <Row>(scan: MergedScan, run: (scan: MergedScan) => Promise<Row[]>): Promise<Row[]> => {
    const { devices, metrics } = scan.want;
    const time = dirtyIn(scan.want, scan.spans).length * dayMs * metrics.size;
    if (devices.size * time <= maxDeviceTime) return run(scan);
    const parts = portions(devices, maxDeviceTime / time);
    return (await Promise.all(parts.map((some) => run({ ...scan, want: { ...scan.want, devices: some } })))).flat();
  };
  return { dirtyIn, bounded };
}

/** Balances with manual corrections in between share no statement. */
const statesReader =
  (raw: Scanner, shared: Scanner['states']): Scanner['states'] =>
  (installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt = null, points = []) =>
    points.length > 0
      ? raw.states(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt, points)
      : shared(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt);

/** Reads who ever sent what. A sender stays a sender; only for others the dirty days matter. */
function senderReader(
  sendersOf: (sites: readonly number[]) => ReturnType<KeptDescriptors['sendersOf']>,
  told: Scanner['told'],
): Scanner['senders'] {
  const rolled = gatherTurn((sites: readonly number[]) => {
    const senders = sendersOf([...new Set(sites)]);
    return sites.map(() => senders);
  });
  return async (want) => {
    const sent = (await rolled(want.installation)).get(want.installation);
    const pairs = want.metrics.flatMap((metric) => want.devices.map((device) => ({ device, metric })));
    return pairs.every(({ device, metric }) => sent?.get(metric)?.has(device)) ? pairs : told(want);
  };
}

/**
 * Reads reading lengths by whole days: from cached activity, and for dirty days from readings. Only lengths are read
 * when there are more days than the cache holds.
 */
function lengthReader(
  reader: QuestionReader,
  organizationId: OrganizationId,
  ledger: DayLedger,
  deviceActivity: DeviceActivity,
) {
  const { dirtyIn } = dirtyReader(organizationId, ledger);
  return gatherer<LengthShape, LengthRow>(async (want, { days, over }) => {
    const dirtyDays = dirtyIn(want, [days]);
    const clean = cleanDays([days], dirtyDays);
    const isKept = clean.length * want.installations.size * want.metrics.size <= deviceActivity.mostDays;
    const spans = isKept ? [] : joinSpans(clean.map((day) => ({ from: day, to: day + 1 })));
    const rolled = spans.length === 0 ? null : rangesPart('days', spans, 'day');
    const { readings } = coverDays([days], dirtyDays);
    const [kept, read] = await Promise.all([
      isKept ? deviceActivity.read(reader, organizationId, want, clean) : [],
      rolled === null && readings === null
        ? []
        : readLengths((statement) => reader.query(statement), organizationId, want, rolled, readings, over),
    ]);
    return [...longestOf(kept, want.devices, over), ...read];
  });
}

/** Returns the longest readings of devices that sent longer ones than `over` (s). Equal days are visited once. */
function longestOf(days: readonly ActivityDay[], devices: ReadonlySet<number>, over: number): LengthRow[] {
  const seen = new Set<ActivityDay['devices']>();
  return days.flatMap(({ metric, devices: heard }) => {
    if (seen.has(heard)) return [];
    seen.add(heard);
    return [...heard].flatMap(([device, { longest }]) =>
      longest > over && devices.has(device) ? { device, metric, longest } : [],
    );
  });
}

/** Reads gaps: from cached activity, and for dirty days from readings. */
function reportReader(
  reader: QuestionReader,
  organizationId: OrganizationId,
  ledger: DayLedger,
  deviceActivity: DeviceActivity,
) {
  const { dirtyIn, bounded } = dirtyReader(organizationId, ledger);
  // The metrics are part of the shape: whether a device reported must not depend on other asks.
  return mergingReader<ReportAsk, ActivityReport>(
    ({ want }) => want.metrics.join(),
    async (all, asks) => {
      const dirtyDays = dirtyIn(all.want, all.spans);
      const rhythms = strictest(asks.flatMap((ask) => ask.rhythms));
      const { readings } = coverDays(all.spans, dirtyDays);
      const [days, rows] = await Promise.all([
        deviceActivity.read(reader, organizationId, all.want, cleanDays(all.spans, dirtyDays)),
        readings === null
          ? []
          : bounded(all, ({ want }) =>
              reader.query<ReportRow>(reportStatement({ organizationId, ...listsOf(want) }, readings, rhythms)),
            ),
      ]);
      return foldActivity(rhythms, days, rows);
    },
  );
}

/** Returns the days that are not dirty. Days are read whole, which affects only gaps outside the spans. */
function cleanDays(spans: readonly Span[], dirtyDays: readonly number[]): number[] {
  const dirty = new Set(dirtyDays);
  const days = new Set<number>();
  for (const { from, to } of spans)
    for (let day = Math.floor(from / dayMs); day * dayMs < to; day++) if (!dirty.has(day)) days.add(day);
  return [...days];
}

type Read = <Row>(statement: Statement) => Promise<Row[]>;

interface CountAsk extends TimedAsk {
  readonly amount: CountedAmount;
}

interface SampleAsk extends TimedAsk {
  readonly withValues: boolean;
}

interface MeterAsk extends TimedAsk {
  readonly rhythms: readonly MeterRhythm[];
}

interface ReportAsk extends TimedAsk {
  readonly rhythms: readonly Rhythm[];
}
