import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { QueryReader, Statement } from '../../../platform/analytics-store.ts';
import { batchPerTick } from '../../../platform/concurrency/event-loop.ts';
import type { StoredLine } from '../../open-days/recent-days.store.ts';
import { type DirtyDays, dayMs } from '../../rollups/dirty-days.ts';
import { minGapMs, rolledMetrics } from '../../rollups/roll-up.store.ts';
import type { ActivityDay, DeviceActivity } from './activity/device-activity.ts';
import { type ActivityReport, foldActivity } from './activity/fold-activity.ts';
import { readCutFlow } from './by-kind/cut-flow.ts';
import { findRepresentatives, readRolledCounts, readUnrolledCounts } from './by-kind/read-counts.ts';
import { createRolledBalances } from './by-kind/rolled-balances.ts';
import { createSharedStates } from './by-kind/shared-states.ts';
import { findUndecidedDevices, splitRows } from './by-kind/split-flows.ts';
import { fitCounts, fitReports, fitSamples } from './fit-rows.ts';
import {
  createScanBatcher,
  type MergedTargets,
  mergeTargets,
  selectStrictest,
  toFilter,
} from './gather-scans.ts';
import { numbersPerRow, type ReadCache } from './kept/read-cache.ts';
import { type StretchAsk, splitAtHour } from './kept/split-at-hour.ts';
import { createMergingReader, type MergedScan, type TimedScan, toMergedScan } from './merge-scans.ts';
import { countRegisters, findFalls, joinDays, type ReadRegisters } from './meters.ts';
import { findDirtyTime, planDays, planQuarterHours, planWholeDays } from './plan-days.ts';
import { type LengthRow, readLengths } from './read-lengths.ts';
import { checkRetained, limitToRetained } from './retained-readings.ts';
import {
  createRawScanner,
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
import { type RegisterDayRow, type RegisterDaySelection, registerStatement } from './statements/meter-statements.ts';
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
  readonly registers: ReadRegisters;
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
  const registers = registerReader(reader, organizationId, ledger, kept);
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
    registers,
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
    meters: (want, edges, reportingIntervals, now) => countRegisters(want, edges, reportingIntervals, { now }, registers),
    falls: (want, span, reportingIntervals, now) => findFalls(want, span, reportingIntervals, { now }, registers),
    senders: senderReader((sites) => toldDescriptors.sendersOf(reader, organizationId, sites), told),
    told,
    lengths: (want, span, over) => lengths(want, { days: toWholeDays(span), over }),
    states: balanceReader(reader, organizationId, ledger, raw),
  };
}

/**
 * Reads the samples of registers. Rollups store every sample, so deleted readings are not needed. A read of past days
 * is cached.
 */
function registerReader(
  reader: QueryReader,
  organizationId: OrganizationId,
  ledger: DirtyDays,
  kept: ReadCache,
): ReadRegisters {
  const { dirtyIn, bounded } = dirtyReader(organizationId, ledger);
  const merged = createMergingReader<RegisterAsk, RegisterDayRow>(
    ({ selection }) => selection,
    (all, asks) =>
      bounded(all, ({ want, edges, spans }) => {
        const days = planWholeDays(spans, [], dirtyIn(want, spans), ledger.keptSince(organizationId));
        const readings = { organizationId, ...toFilter(want) };
        return reader.query(registerStatement({ readings, days }, edges, (asks[0] as RegisterAsk).selection));
      }),
  );
  return (want, days, edges, selection) => {
    const cuts = edges.filter((edge) => edge > days.from && edge < days.to);
    const { devices, metrics } = toFilter(mergeTargets([want]));
    const what = ['registers', devices, metrics, days.from, cuts, selection];
    return kept.read(
      { organization: organizationId, installation: want.installation, until: days.to, what },
      async () => joinDays(await merged({ want, edges: [days.from, ...cuts, days.to], selection }), want, days),
      (found) => found.reduce((sum, { times }) => sum + numbersPerRow + 2 * times.length, 0),
    );
  };
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
  return { flows, totals, samples, visitors, crossings, stretches };
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

interface RegisterAsk extends TimedScan {
  readonly selection: RegisterDaySelection;
}

interface ReportAsk extends TimedScan {
  readonly reportingIntervals: readonly ReportingInterval[];
}
