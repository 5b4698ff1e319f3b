import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { QueryReader, Statement } from '../../../platform/analytics-store.ts';
import type { RecentDays } from '../../recent-readings/recent-days.ts';
import type { DirtyDays } from '../../rollups/dirty-days.ts';
import { getHull } from '../spans.ts';
import {
  levelsFromReadings,
  type ReadLevels,
  type ReadStates,
  statesFromReadings,
  statesFromRollups,
} from './balances.ts';
import { createCachedHours, createReadCache, type ReadCache } from './cached-hours.ts';
import { countsFromMemory, countsFromReadings, countsFromRollups, type ReadCounts } from './counts.ts';
import {
  type CachedDescriptorCatalog,
  createDescriptorCatalog,
  descriptorsFrom,
  type ReadReportedDescriptors,
  type ReadSenders,
  sendersFromReadings,
  sendersFromRollups,
  uncachedDescriptorCatalog,
} from './descriptors.ts';
import { createDeviceActivity, type DeviceActivity } from './device-activity.ts';
import { mergeTargets, type ScanTarget } from './merge-scans.ts';
import {
  type FindRegisters,
  metersFrom,
  type ReadFalls,
  type ReadMeters,
  type ReadMeterTimes,
  registersFromMemory,
  registersFromReadings,
  registersFromRollups,
} from './meters.ts';
import {
  createReadingsContext,
  createRecentFinder,
  createRollupsContext,
  type ReadingsContext,
  ReadingsDeleted,
} from './read-context.ts';
import { balancesFromMemory } from './recent-balances.ts';
import {
  lengthsFromMemory,
  lengthsFromReadings,
  lengthsFromRollups,
  type ReadLengths,
  type ReadReports,
  reportsFromMemory,
  reportsFromReadings,
  reportsFromRollups,
} from './reports.ts';
import {
  durationsFromMemory,
  durationsFromReadings,
  type ReadDurations,
  type ReadSamples,
  samplesFromMemory,
  samplesFromReadings,
  samplesFromRollups,
} from './samples.ts';
import type { ReadingsOf } from './statements/readings-of.ts';
import { type ReadVisitors, visitorsFromReadings, visitorsFromRollups } from './visitors.ts';

/**
 * Reads of one query, by kind. Scans requested in the same turn of the event loop are collected, and those of the same
 * time share one statement. So widgets of a page that differ in zone or metric cost one read.
 *
 * A scan is described by time, devices and metrics, not by its source. Rows may include more devices and metrics than
 * requested.
 */
export interface Scanner {
  readonly flow: ReadCounts;
  readonly durations: ReadDurations;
  readonly samples: ReadSamples;
  readonly reports: ReadReports;
  readonly senders: ReadSenders;
  readonly reportedDescriptors: ReadReportedDescriptors;
  readonly lengths: ReadLengths;
  readonly visitors: ReadVisitors;
  readonly meters: ReadMeters;
  /** Returns of which time meters are known, by the samples up to now. */
  readonly meterTimes: ReadMeterTimes;
  /** Returns how registers fell in a time, by the samples up to now. */
  readonly falls: ReadFalls;
  /** Runs a statement that needs single readings, once for equal calls. */
  rows<Row>(target: ScanTarget, span: Span, statement: (readings: ReadingsOf) => Statement): Promise<readonly Row[]>;
  readonly states: ReadStates;
  readonly levels: ReadLevels;
}

export interface ReadDependencies {
  /** Days that rollups cover; without it, every answer is read from readings. */
  readonly ledger?: DirtyDays;
  /** Recent readings in memory, based on the same ledger; without it, they are read from the store. */
  readonly openDays?: RecentDays | undefined;
  /** Descriptor catalog; read anew by default. */
  readonly descriptorCatalog?: CachedDescriptorCatalog;
  /** Caches of earlier reads; its own by default. */
  readonly remembered?: ReadCaches;
}

/** Caches shared between queries, based on the same dirty days. */
export interface ReadCaches {
  readonly deviceActivity: DeviceActivity;
  readonly descriptorCatalog: CachedDescriptorCatalog;
  readonly kept: ReadCache;
}

/** Creates the caches of reads of past days, invalidated by writes. */
export const createReadCaches = (ledger: DirtyDays, descriptorCatalog: CachedDescriptorCatalog): ReadCaches => ({
  deviceActivity: createDeviceActivity(ledger),
  descriptorCatalog,
  kept: createReadCache(ledger),
});

/** Creates the scanner of one query: reads memory first, then rollups, then readings. */
export function createScanners({
  ledger,
  openDays,
  descriptorCatalog,
  remembered,
}: ReadDependencies): (reader: QueryReader, organization: OrganizationId) => Scanner {
  if (ledger === undefined) return createRawScanner;
  const known = remembered ?? createReadCaches(ledger, descriptorCatalog ?? createDescriptorCatalog(ledger, openDays));
  return (reader, organization) => {
    const rolled = createRolledScanner(createReadingsContext(reader, organization), ledger, known);
    return openDays === undefined ? rolled : createRecentScanner(rolled, openDays, organization);
  };
}

/** Reads stored readings. */
export const createRawScanner = (reader: QueryReader, organizationId: OrganizationId): Scanner =>
  scanReadings(createReadingsContext(reader, organizationId));

function scanReadings(context: ReadingsContext): Scanner {
  const { readOnce, selectWithin } = context;
  return {
    flow: countsFromReadings(context),
    durations: durationsFromReadings(context),
    samples: samplesFromReadings(context),
    reports: reportsFromReadings(context),
    senders: sendersFromReadings(context),
    reportedDescriptors: descriptorsFrom(context, uncachedDescriptorCatalog),
    lengths: lengthsFromReadings(context),
    visitors: visitorsFromReadings(context),
    ...metersFrom(registersFromReadings(context)),
    rows: (target, span, statement) => readOnce(statement(selectWithin(mergeTargets([target]), span))),
    states: statesFromReadings(context),
    levels: levelsFromReadings(context),
  };
}

interface RolledScanner extends Scanner {
  readonly registers: FindRegisters;
}

/** Reads rollups where they are complete and readings elsewhere. Same results as from readings. */
function createRolledScanner(
  readings: ReadingsContext,
  ledger: DirtyDays,
  { deviceActivity, descriptorCatalog, kept }: ReadCaches,
): RolledScanner {
  const context = createRollupsContext(readings, ledger);
  const raw = limitToRetained(scanReadings(readings), context.since);
  const hours = createCachedHours(context, kept);
  const registers = registersFromRollups(context, kept);
  const reportedDescriptors = descriptorsFrom(context, descriptorCatalog);
  return {
    ...raw,
    flow: countsFromRollups(context, raw.flow, hours),
    samples: samplesFromRollups(context, raw.samples),
    reports: reportsFromRollups(context, raw.reports, deviceActivity),
    visitors: visitorsFromRollups(context, raw.visitors),
    ...metersFrom(registers),
    registers,
    senders: sendersFromRollups(context, descriptorCatalog, reportedDescriptors),
    reportedDescriptors,
    lengths: lengthsFromRollups(context, deviceActivity),
    states: statesFromRollups(context, raw.states),
  };
}

/**
 * Reads recent days from memory. Earlier days come from `rolled`, and so does what memory lacks: visitors and whatever
 * needs its own statement.
 */
function createRecentScanner(rolled: RolledScanner, openDays: RecentDays, organizationId: OrganizationId): Scanner {
  const findRecent = createRecentFinder(openDays, organizationId);
  return {
    ...rolled,
    flow: countsFromMemory(findRecent, rolled.flow),
    durations: durationsFromMemory(findRecent, rolled.durations),
    samples: samplesFromMemory(findRecent, rolled.samples),
    ...metersFrom(registersFromMemory(findRecent, rolled.registers)),
    reports: reportsFromMemory(findRecent, rolled.reports),
    lengths: lengthsFromMemory(findRecent, rolled.lengths),
    ...balancesFromMemory(findRecent, rolled),
  };
}

/** Wraps the scanner of readings: reads before the retention limit reject with `ReadingsDeleted`. */
function limitToRetained(scanner: Scanner, since: Instant): Scanner {
  const within = <Rows>(from: Instant, read: () => Promise<Rows>): Promise<Rows> =>
    from < since ? Promise.reject(new ReadingsDeleted(since)) : read();
  const begin = (edges: readonly Instant[]) => getHull(edges).from;
  return {
    flow: (target, edges, ...rest) => within(begin(edges), () => scanner.flow(target, edges, ...rest)),
    durations: (target, edges, ...rest) => within(begin(edges), () => scanner.durations(target, edges, ...rest)),
    samples: (target, edges, ...rest) => within(begin(edges), () => scanner.samples(target, edges, ...rest)),
    reports: (target, window, reportingIntervals) =>
      within(window.from, () => scanner.reports(target, window, reportingIntervals)),
    senders: scanner.senders,
    reportedDescriptors: scanner.reportedDescriptors,
    lengths: scanner.lengths,
    visitors: (target, edges) => within(begin(edges), () => scanner.visitors(target, edges)),
    meters: (target, edges, ...rest) => within(begin(edges), () => scanner.meters(target, edges, ...rest)),
    meterTimes: (target, span, ...rest) => within(span.from, () => scanner.meterTimes(target, span, ...rest)),
    falls: (target, span, ...rest) => within(span.from, () => scanner.falls(target, span, ...rest)),
    rows: (target, span, statement) => within(span.from, () => scanner.rows(target, span, statement)),
    states: (installation, sources, edges, ...rest) =>
      within(begin(edges), () => scanner.states(installation, sources, edges, ...rest)),
    levels: (installation, sources, edges, resets) =>
      within(begin(edges), () => scanner.levels(installation, sources, edges, resets)),
  };
}
