import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { QueryReader, Statement } from '../../../platform/analytics-store.ts';
import { batchPerTick } from '../../../platform/concurrency/event-loop.ts';
import type { StoredLine } from '../../open-days/recent-days.store.ts';
import { type DirtyDays, dayMs } from '../../rollups/dirty-days.ts';
import { minGapMs, rolledMetrics } from '../../rollups/roll-up.store.ts';
import type { ActivityDay, DeviceActivity } from './activity/device-activity.ts';
import { type ActivityReport, foldActivity } from './activity/fold-activity.ts';
import { countRegisters, type RegisterReads } from './by-kind/count-registers.ts';
import { readCutFlow } from './by-kind/cut-flow.ts';
import { findRepresentatives, readRolledCounts, readUnrolledCounts } from './by-kind/read-counts.ts';
import { createRolledBalances } from './by-kind/rolled-balances.ts';
import { createSharedStates } from './by-kind/shared-states.ts';
import { findUndecidedDevices, splitRows } from './by-kind/split-flows.ts';
import { fitCounts, fitMeters, fitRegisterValues, fitReports, fitSamples } from './fit-rows.ts';
import {
  createScanBatcher,
  type MergedTargets,
  mergeTargets,
  type ScanTarget,
  selectStrictest,
  toFilter,
} from './gather-scans.ts';
import { numbersPerRow, type ReadCache } from './kept/read-cache.ts';
import { type StretchAsk, splitAtHour } from './kept/split-at-hour.ts';
import { createMergingReader, type MergedScan, type TimedScan, toMergedScan } from './merge-scans.ts';
import { findDirtyTime, planDays, planQuarterHours, planWholeDays } from './plan-days.ts';
import { type LengthRow, readLengths } from './read-lengths.ts';
import { checkRetained, limitToRetained } from './retained-readings.ts';
import {
  createRawScanner,
  createRunReader,
  type LengthShape,
  maxDeviceTime,
  type Scanner,
  splitPortions,
  toWholeDays,
} from './scanner.ts';
import { getHull, joinSpans } from './spans.ts';
import type { CountGrouping } from './statements/count-statements.ts';
import { type CrossingRow, crossingStatement } from './statements/crossing-statement.ts';
import type { DaySourceOf } from './statements/day-source.ts';
import type { DescribedFlowRow, FlowRow } from './statements/flow-statement.ts';
import {
  findSpanGaps,
  lastRegisterStatement,
  type MeterInterval,
  type MeterRow,
  planDaysBetween,
  type RegisterValueRow,
  rolledMeterStatement,
} from './statements/meter-statements.ts';
import { buildRangesPart } from './statements/readings-of.ts';
import { type ReportingInterval, type ReportRow, reportStatement } from './statements/report-statement.ts';
import {
  readLevels,
  rolledLevelStatement,
  rolledSampleStatement,
  type SampleRow,
} from './statements/sample-statements.ts';
import { stretchStatement } from './statements/stretch-statement.ts';
import { rolledVisitorStatement, type VisitorRow } from './statements/visitor-statements.ts';
import type { CachedDescriptorCatalog } from './told/descriptor-catalog.ts';
import type { DescriptorRow } from './told/descriptor-statement.ts';

/** Caches shared between queries, based on the same dirty days. */
export interface ReadCaches {
  readonly deviceActivity: DeviceActivity;
  readonly toldDescriptors: CachedDescriptorCatalog;
  readonly kept: ReadCache;
}

export interface RolledScanner extends Scanner {
  /** Reads the parts of `meters`. `settled`: differences of a time that ends with a past day. */
  registers(
    want: ScanTarget,
    reportingIntervals: readonly MeterInterval[],
    isCut?: boolean,
  ): RegisterReads & { readonly settled: RegisterReads['differences'] };
  /** Returns the last register values before an instant; may include other registers. */
  stands(want: ScanTarget, before: Instant): Promise<readonly RegisterValueRow[]>;
}

/**
 * Reads rollups where they are complete and readings elsewhere. Same results as `createRawScanner`, which it uses for
 * what rollups lack. `ledger` must be open.
 */
export function createRolledScanner(
  reader: QueryReader,
  organizationId: OrganizationId,
  ledger: DirtyDays,
  { deviceActivity, toldDescriptors, kept }: ReadCaches,
): RolledScanner {
  const since = ledger.keptSince(organizationId);
  const raw = limitToRetained(createRawScanner(reader, organizationId), since);
  const readers = rolledReaders(reader, organizationId, ledger);
  const { flows, totals, samples, visitors, crossings } = readers;
  const byHours = splitAtHour({ ledger, kept, organizationId, stretches: readers.stretches });
  const registers = registerReaders(reader, organizationId, { ledger, kept, byHours, readers });
  const gathered = createScanBatcher<object, DescriptorRow>(async (want) => [
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
      await checkRetained(edges, since);
      if (cutAt !== null) {
        const early = (some: readonly Instant[]) => this.flow(want, some, splits, amount);
        const isPlain = splits.length === 0 && cutAt === edges.at(-1);
        const known = isPlain ? await byHours.flow(want, edges, amount, early) : null;
        return known ?? readCutFlow({ rolled: this, raw, crossings }, want, edges, splits, amount, cutAt);
      }
      const ask = { want, edges, amount };
      if (splits.length === 0) return fitCounts(await totals(ask), ask);
      const rows = fitCounts(await flows(ask), ask);
      const devices = findUndecidedDevices(rows);
      const decided = splitRows(
        rows.filter((row) => !devices.includes(row.device)),
        splits,
      );
      if (devices.length === 0) return decided;
      return [...decided, ...(await raw.flow({ ...want, devices }, edges, splits, amount))];
    },
    async samples(want, edges, withValues) {
      if (!holds('samples', want.metrics)) return raw.samples(want, edges, withValues);
      await checkRetained(edges, since);
      return fitSamples(await samples({ want, edges, withValues }), { want, edges });
    },
    async reports(want, window, reportingIntervals): Promise<readonly ReportRow[]> {
      if (reportingIntervals.some(({ tolerance }) => tolerance < minGapMs))
        return raw.reports(want, window, reportingIntervals);
      const ask = { want, edges: [window.from, window.to], reportingIntervals };
      const rows = fitReports(await reports(ask), want.devices, window);
      const devices = rows.filter((row) => row.isUnsure).map((row) => row.device);
      if (devices.length === 0) return rows;
      const sure = rows.filter((row) => !row.isUnsure);
      return [...sure, ...(await raw.reports({ ...want, devices }, window, reportingIntervals))];
    },
    async visitors(want, edges) {
      if (!holds('visitors', want.metrics)) return raw.visitors(want, edges);
      await checkRetained(edges, since);
      return visitors({ want, edges });
    },
    async meters(want, edges, reportingIntervals, cutAt = null) {
      if (!holds('meters', want.metrics)) return raw.meters(want, edges, reportingIntervals);
      const reads = registers.registers(want, reportingIntervals, cutAt !== null);
      return countRegisters(want, edges, reportingIntervals, reads);
    },
    senders: senderReader((sites) => toldDescriptors.sendersOf(reader, organizationId, sites), told),
    told,
    lengths: (want, span, over) => lengths(want, { days: toWholeDays(span), over }),
    states: balanceReader(reader, organizationId, ledger, raw),
  };
}

/** Readers of registers. Rejects when deleted readings are needed. */
function registerReaders(
  reader: QueryReader,
  organizationId: OrganizationId,
  { ledger, kept, byHours, readers: { meters, stands } }: RegisterReaders,
): Pick<RolledScanner, 'registers' | 'stands'> {
  const since = ledger.keptSince(organizationId);
  const read: Read = (statement) => reader.query(statement);
  return {
    registers(want, reportingIntervals, isCut = false) {
      const early = async (edges: readonly Instant[]) =>
        fitMeters(await meters({ want, edges, reportingIntervals }), { want, edges });
      return {
        async differences(edges) {
          await checkRetained(edges, since);
          return (await byHours.meters(want, edges, reportingIntervals, isCut, early)) ?? early(edges);
        },
        async settled(edges) {
          await checkRetained(edges, since);
          return byHours.settledMeters(want, edges, reportingIntervals, early);
        },
        runs: createRunReader(
          read,
          (some, span) => ({ organizationId, ...toFilter(some), ...span }),
          reportingIntervals,
          since,
        ),
      };
    },
    stands(want, before) {
      const { devices, metrics } = toFilter(mergeTargets([want]));
      const what = ['stands', devices, metrics];
      return kept.read(
        { organization: organizationId, installation: want.installation, until: before, what },
        async () => fitRegisterValues(await stands(want, { before }), want),
        (rows) => rows.length * numbersPerRow,
      );
    },
  };
}

interface RegisterReaders extends Pick<ReadCaches, 'kept'> {
  readonly ledger: DirtyDays;
  readonly byHours: ReturnType<typeof splitAtHour>;
  readonly readers: Pick<ReturnType<typeof rolledReaders>, 'meters' | 'stands'>;
}

/** Builds the statements, each shared by similar reads of the same turn of the event loop. */
function rolledReaders(reader: QueryReader, organizationId: OrganizationId, ledger: DirtyDays) {
  const read: Read = (statement) => reader.query(statement);
  const { dirtyIn, bounded } = dirtyReader(organizationId, ledger);
  const { flows, totals } = countReaders(reader, organizationId, ledger);
  const daysOf = ({ want, edges, spans }: MergedScan, plan = planWholeDays): DaySourceOf => ({
    readings: { organizationId, ...toFilter(want) },
    days: plan(spans, edges, dirtyIn(want, spans), ledger.keptSince(organizationId)),
  });
  const visitors = (ask: TimedScan) =>
    read<VisitorRow>(rolledVisitorStatement(daysOf(toMergedScan(ask), planQuarterHours), ask.edges));
  const between = (want: MergedTargets, spans: readonly Span[]) =>
    planDaysBetween(spans, dirtyIn(want, findSpanGaps(spans)), ledger.keptSince(organizationId));
  const samples = createMergingReader<SampleAsk, SampleRow>(
    ({ withValues }) => `${withValues}`,
    (all, asks) =>
      bounded(all, async (scan) => {
        const { edges } = scan;
        const source = daysOf(scan);
        if (asks[0]?.withValues !== true) return read(rolledSampleStatement(source, edges.slice(0, -1)));
        return readLevels(reader, rolledLevelStatement(source, edges), edges);
      }),
  );
  const meters = createMergingReader<MeterAsk, MeterRow>(
    () => '',
    (all, asks) =>
      bounded(all, (scan) => {
        // All merged scans have the same threshold for a device.
        const reportingIntervals = new Map(
          asks.flatMap((ask) => ask.reportingIntervals).map((rhythm) => [rhythm.device, rhythm]),
        );
        const { want, spans, edges } = scan;
        return read(
          rolledMeterStatement(daysOf(scan), between(want, spans), spans, edges, [...reportingIntervals.values()]),
        );
      }),
  );
  const crossings = createMergingReader<CountAsk, CrossingRow>(
    ({ amount }) => amount,
    ({ want, edges, spans }, asks) => {
      const readings = { organizationId, ...toFilter(want), ...getHull(edges) };
      const cuts = [...new Set(asks.map((ask) => ask.edges.at(-1) as Instant))];
      return read(crossingStatement(readings, spans, cuts, (asks[0] as CountAsk).amount));
    },
  );
  const stretches = createMergingReader<StretchAsk, StoredLine>(
    ({ hour }) => `${hour === null}`,
    ({ want, spans }, asks) => {
      const hours = asks.flatMap(({ hour }) => hour?.from ?? []);
      const begins = hours.length === 0 ? null : [...new Set(hours)];
      return read(stretchStatement({ organizationId, ...toFilter(want) }, spans, begins));
    },
  );
  const stands = createScanBatcher<{ before: Instant }, RegisterValueRow>((want, { before }) => {
    const readings = { organizationId, ...toFilter(want) };
    return read(lastRegisterStatement({ readings, days: between(want, [{ from: before, to: before }]) }));
  });
  return { flows, totals, samples, visitors, meters, crossings, stretches, stands };
}

/** Builds the statements of counts: by descriptors as sent, and as totals. */
function countReaders(reader: QueryReader, organizationId: OrganizationId, ledger: DirtyDays) {
  const { dirtyIn, bounded } = dirtyReader(organizationId, ledger);
  const counts = async (
    all: MergedScan,
    { amount }: CountAsk,
    groupingOf: (devices: ReadonlySet<number>) => CountGrouping,
  ) => {
    const { want, edges, spans } = all;
    const select = (some: MergedTargets) => ({ organizationId, ...toFilter(some) });
    const days = planDays(spans, edges, dirtyIn(want, spans), ledger.keptSince(organizationId));
    const [rolled, unrolled] = await Promise.all([
      readRolledCounts(reader, select(want), days, edges, amount, groupingOf(want.devices)),
      bounded(all, (scan) =>
        readUnrolledCounts(reader, select(scan.want), days, edges, amount, groupingOf(scan.want.devices)),
      ),
    ]);
    return [...rolled, ...unrolled];
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
  return { flows, totals };
}

/** Returns which days must be read from readings. */
function dirtyReader(organizationId: OrganizationId, ledger: DirtyDays) {
  const dirtyIn = (want: MergedTargets, spans: readonly Span[]) => [
    ...new Set(spans.flatMap((span) => ledger.dirtyDays(organizationId, want.installations, span))),
  ];
  // Limits a statement's reads of dirty days, which may be a whole history.
  const bounded = async <Row>(scan: MergedScan, run: (scan: MergedScan) => Promise<Row[]>): Promise<Row[]> => {
    const { devices, metrics } = scan.want;
    const time = dirtyIn(scan.want, scan.spans).length * dayMs * metrics.size;
    if (devices.size * time <= maxDeviceTime) return run(scan);
    const parts = splitPortions(devices, maxDeviceTime / time);
    return (await Promise.all(parts.map((some) => run({ ...scan, want: { ...scan.want, devices: some } })))).flat();
  };
  return { dirtyIn, bounded };
}

/** Reads balances. Those with manual corrections in between share no statement. */
function balanceReader(
  reader: QueryReader,
  organizationId: OrganizationId,
  ledger: DirtyDays,
  raw: Scanner,
): Scanner['states'] {
  const shared = createSharedStates(organizationId, (statement) => reader.query(statement));
  const states: Scanner['states'] = (installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt, points) =>
    points !== undefined && points.length > 0
      ? raw.states(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt, points)
      : shared(installation, sources, edges, resets, hasAlternatives, bucketOf, cutAt);
  const retained = limitToRetained({ ...raw, states }, ledger.keptSince(organizationId));
  return createRolledBalances(reader, organizationId, ledger, retained.states);
}

/** Reads who ever sent what. A sender stays a sender; only for others the dirty days matter. */
function senderReader(
  sendersOf: (sites: readonly number[]) => ReturnType<CachedDescriptorCatalog['sendersOf']>,
  told: Scanner['told'],
): Scanner['senders'] {
  const rolled = batchPerTick((sites: readonly number[]) => {
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
  reader: QueryReader,
  organizationId: OrganizationId,
  ledger: DirtyDays,
  deviceActivity: DeviceActivity,
) {
  const { dirtyIn } = dirtyReader(organizationId, ledger);
  return createScanBatcher<LengthShape, LengthRow>(async (want, { days, over }) => {
    const dirtyDays = dirtyIn(want, [days]);
    const clean = cleanDays([days], dirtyDays);
    const isKept = clean.length * want.installations.size * want.metrics.size <= deviceActivity.maxDays;
    const spans = isKept ? [] : joinSpans(clean.map((day) => ({ from: day, to: day + 1 })));
    const rolled = spans.length === 0 ? null : buildRangesPart('days', spans, 'day');
    const readings = rangesOf(findDirtyTime([days], dirtyDays));
    const [kept, read] = await Promise.all([
      isKept ? deviceActivity.read(reader, organizationId, want, clean) : [],
      rolled === null && readings === null
        ? []
        : readLengths((statement) => reader.query(statement), organizationId, want, rolled, readings, over),
    ]);
    return [...longestOf(kept, want.devices, over), ...read];
  });
}

/** Condition of spans; null: there are none. */
const rangesOf = (spans: readonly Span[]) => (spans.length === 0 ? null : buildRangesPart('r', spans));

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
  reader: QueryReader,
  organizationId: OrganizationId,
  ledger: DirtyDays,
  deviceActivity: DeviceActivity,
) {
  const { dirtyIn, bounded } = dirtyReader(organizationId, ledger);
  // The metrics are part of the shape: whether a device reported must not depend on other scans.
  return createMergingReader<ReportAsk, ActivityReport>(
    ({ want }) => want.metrics.join(),
    async (all, asks) => {
      const dirtyDays = dirtyIn(all.want, all.spans);
      const reportingIntervals = selectStrictest(asks.flatMap((ask) => ask.reportingIntervals));
      const readings = rangesOf(findDirtyTime(all.spans, dirtyDays));
      const [days, rows] = await Promise.all([
        deviceActivity.read(reader, organizationId, all.want, cleanDays(all.spans, dirtyDays)),
        readings === null
          ? []
          : bounded(all, ({ want }) =>
              reader.query<ReportRow>(
                reportStatement({ organizationId, ...toFilter(want) }, readings, reportingIntervals),
              ),
            ),
      ]);
      return foldActivity(reportingIntervals, days, rows);
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

interface CountAsk extends TimedScan {
  readonly amount: CountedAmount;
}

interface SampleAsk extends TimedScan {
  readonly withValues: boolean;
}

interface MeterAsk extends TimedScan {
  readonly reportingIntervals: readonly MeterInterval[];
}

interface ReportAsk extends TimedScan {
  readonly reportingIntervals: readonly ReportingInterval[];
}
