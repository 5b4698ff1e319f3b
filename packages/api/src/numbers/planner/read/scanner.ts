import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/numbers';
import type { QueryReader, Statement } from '../../../platform/analytics-store.ts';
import { findUndecidedDevices, splitRows } from './by-kind/split-flows.ts';
import { createScanBatcher, type MergedTargets, mergeTargets, type ScanTarget, toFilter } from './gather-scans.ts';
import { type LengthRow, readLengths } from './read-lengths.ts';
import { countRegisters, findFalls, joinDays, type MeterRow, type ReadRegisters, type RegisterFalls } from './meters.ts';
import { getHull } from './spans.ts';
import {
  type DescribedFlowRow,
  type FlowRow,
  flowStatement,
  resolvedFlowStatement,
} from './statements/flow-statement.ts';
import { type MeterInterval, type RegisterDayRow, registerStatement } from './statements/meter-statements.ts';
import type { ReadingsOf } from './statements/readings-of.ts';
import { buildRangesPart } from './statements/readings-of.ts';
import {
  type ReportingInterval,
  type ReportRow,
  reportStatement,
  senderStatement,
} from './statements/report-statement.ts';
import { type SampleRow, sampleStatement } from './statements/sample-statements.ts';
import {
  correctedByHandStatement,
  levelStatement,
  type SeriesPoint,
  type StateRow,
  type StateSource,
  stateStatement,
} from './statements/state-statement.ts';
import { type VisitorRow, visitorStatement } from './statements/visitor-statements.ts';
import { uncachedDescriptorCatalog } from './told/descriptor-catalog.ts';
import type { DescriptorRow } from './told/descriptor-statement.ts';

/** Common part of length reads that share a statement. */
export interface LengthShape {
  readonly days: Span;
  readonly over: number;
}

export interface Scanner {
  flow(
    want: ScanTarget,
    edges: readonly Instant[],
    splits: readonly string[],
    amount?: CountedAmount,
    cutAt?: Instant | null,
  ): Promise<readonly FlowRow[]>;
  samples(want: ScanTarget, edges: readonly Instant[], withValues: boolean): Promise<readonly SampleRow[]>;
  reports(
    want: ScanTarget,
    window: Span,
    reportingIntervals: readonly ReportingInterval[],
  ): Promise<readonly ReportRow[]>;
  senders(want: ScanTarget): Promise<readonly { readonly device: number; readonly metric: string }[]>;
  /** Returns the descriptors that devices ever used for the metrics; may include others of their sites. */
  told(want: ScanTarget): Promise<readonly DescriptorRow[]>;
  /**
   * Returns the lengths of readings longer than `over` (s) that begin on the UTC days of a span; may include others.
   */
  lengths(want: ScanTarget, span: Span, over: number): Promise<readonly LengthRow[]>;
  visitors(want: ScanTarget, edges: readonly Instant[]): Promise<readonly VisitorRow[]>;
  /** Returns the consumption between edges, by the samples up to now. */
  meters(
    want: ScanTarget,
    edges: readonly Instant[],
    reportingIntervals: readonly MeterInterval[],
    now: Instant,
  ): Promise<readonly MeterRow[]>;
  /** Returns how registers fell in a time, by the samples up to now. */
  falls(
    want: ScanTarget,
    span: Span,
    reportingIntervals: readonly MeterInterval[],
    now: Instant,
  ): Promise<readonly RegisterFalls[]>;
  /** Runs a statement that needs single readings, once for equal calls. */
  rows<Row>(want: ScanTarget, span: Span, statement: (readings: ReadingsOf) => Statement): Promise<readonly Row[]>;
  states(
    installation: number,
    sources: readonly StateSource[],
    edges: readonly Instant[],
    resets: readonly Instant[],
    hasAlternatives: boolean,
    /** Bucket of each piece. Days without any bucket (−1) need no read. */
    bucketOf?: readonly number[],
    /** End of a cut time. Readings across it count by their share before it. */
    cutAt?: Instant | null,
    /** Manual corrections: the balance continues from them. */
    points?: readonly SeriesPoint[],
  ): Promise<readonly StateRow[]>;
  /** Returns the sum of levels that devices report; see `levelStatement`. */
  levels(
    installation: number,
    sources: readonly StateSource[],
    edges: readonly Instant[],
    resets: readonly Instant[],
  ): Promise<readonly StateRow[]>;
}

/**
 * Reads stored readings. Scans requested in the same turn of the event loop are collected, and those of the same time
 * share one statement. So widgets of a page that differ in zone or metric cost one read.
 *
 * A scan is described by time, devices and metrics, not by its table: `createRolledScanner` reads rollups instead. Rows
 * may include more devices and metrics than requested.
 */
export function createRawScanner(reader: QueryReader, organizationId: OrganizationId): Scanner {
  const read: Read = (statement) => reader.query(statement);
  const once = createDeduplicatedRead(read);
  const registers = createRegisterReader(once, organizationId);
  const rectangle: Rectangle = (want, span) => ({
    organizationId,
    ...toFilter(want),
    from: span.from,
    to: span.to,
  });
  const flows = createScanBatcher<FlowShape, DescribedFlowRow>((want, { edges, amount, cutAt }) =>
    read(flowStatement(rectangle(want, getHull(edges)), edges.slice(0, -1), amount, cutAt)),
  );
  const settled = createScanBatcher<FlowShape & { splits: readonly string[] }, FlowRow>(
    (want, { edges, splits, amount, cutAt }) =>
      read(resolvedFlowStatement(rectangle(want, getHull(edges)), edges.slice(0, -1), splits, amount, cutAt)),
  );
  const samples = createScanBatcher<{ edges: readonly Instant[]; withValues: boolean }, SampleRow>((want, shape) =>
    read(sampleStatement(rectangle(want, getHull(shape.edges)), shape.edges.slice(0, -1), shape.withValues)),
  );
  // The metrics are part of the shape: whether a device reported must not depend on other scans.
  const reports = createScanBatcher<{ window: Span; metrics: readonly string[] }, ReportRow>(
    async (want, { window }, reportingIntervals) => {
      const portions = splitPortions(want.devices, maxDeviceTime / (window.to - window.from));
      const ranges = buildRangesPart('r', [window]);
      const filters = portions.map((devices) => ({ organizationId, ...toFilter({ ...want, devices }) }));
      const rows = filters.map((filter) => read<ReportRow>(reportStatement(filter, ranges, reportingIntervals)));
      return (await Promise.all(rows)).flat();
    },
  );
  const senders = createScanBatcher<object, { device: number; metric: string }>((want) =>
    read(senderStatement({ organizationId, ...toFilter(want) })),
  );
  const told = createScanBatcher<object, DescriptorRow>(async (want) => [
    ...(await uncachedDescriptorCatalog.read(reader, organizationId, want)),
  ]);
  const lengths = createScanBatcher<LengthShape, LengthRow>((want, { days, over }) =>
    readLengths(read, organizationId, want, null, buildRangesPart('r', [days]), over),
  );
  return {
    async flow(want, edges, splits, amount = 'value', cutAt = null) {
      const rows = await flows(want, { edges, amount, cutAt });
      const devices = findUndecidedDevices(rows);
      const decided = splitRows(
        rows.filter((row) => !devices.includes(row.device)),
        splits,
      );
      if (devices.length === 0) return decided;
      return [...decided, ...(await settled({ ...want, devices }, { edges, splits, amount, cutAt }))];
    },
    samples: (want, edges, withValues) => samples(want, { edges, withValues }),
    reports: (want, window, reportingIntervals) => reports(want, { window, metrics: want.metrics }, reportingIntervals),
    senders: (want) => senders(want, {}),
    told: (want) => told(want, {}),
    lengths: (want, span, over) => lengths(want, { days: toWholeDays(span), over }),
    visitors: (want, edges) => once(visitorStatement(rectangle(mergeTargets([want]), getHull(edges)), edges)),
    meters: (want, edges, reportingIntervals, now) =>
      countRegisters(want, edges, reportingIntervals, { now }, registers),
    falls: (want, span, reportingIntervals, now) => findFalls(want, span, reportingIntervals, { now }, registers),
    rows: (want, span, statement) => once(statement(rectangle(mergeTargets([want]), span))),
    states: stateReader(once, rectangle),
    levels: levelReader(once, rectangle),
  };
}

interface FlowShape {
  readonly edges: readonly Instant[];
  readonly amount: CountedAmount;
  readonly cutAt: Instant | null;
}

/** Returns the UTC days that a span touches. */
export const toWholeDays = ({ from, to }: Span): Span => ({
  from: Math.floor(from / day) * day,
  to: Math.ceil(to / day) * day,
});

type Read = <Row>(statement: Statement) => Promise<Row[]>;
type Rectangle = (want: MergedTargets, span: Span) => ReadingsOf;

/** Runs equal statements once. */
function createDeduplicatedRead(read: Read): Read {
  const running = new Map<string, Promise<unknown[]>>();
  return <Row>(statement: Statement) => {
    const key = JSON.stringify(statement);
    const rows = running.get(key) ?? read<Row>(statement);
    running.set(key, rows);
    return rows as Promise<Row[]>;
  };
}

/** Reads the samples of registers for some devices at a time. */
function createRegisterReader(read: Read, organizationId: OrganizationId): ReadRegisters {
  return async (want, days, edges, selection) => {
    const parts = splitPortions(new Set(want.devices), maxDeviceTime / (days.to - days.from)).map((devices) => {
      const readings = { organizationId, ...toFilter({ ...mergeTargets([want]), devices }) };
      const source = { readings, days: { whole: [], cut: [], readings: [days] } };
      return read<RegisterDayRow>(registerStatement(source, edges, selection));
    });
    return joinDays((await Promise.all(parts)).flat(), want, days);
  };
}

/** Reads balances in parts of about a month. */
function stateReader(read: Read, rectangle: Rectangle): Scanner['states'] {
  return async (installation, sources, edges, resets, hasAlternatives, _bucketOf, cutAt = null, points = []) => {
    const want = wantOf(installation, sources);
    const parts = cutAtResets(edges, resets).map((part) => {
      const span = getHull(part.edges);
      const readings = rectangle(want, span);
      const told = points.filter(({ at }) => at >= span.from && at < span.to);
      return read<StateRow>(
        told.length > 0
          ? correctedByHandStatement(readings, { sources, ...part }, told, cutAt)
          : stateStatement(readings, sources, part.edges, part.resets, hasAlternatives, cutAt),
      );
    });
    return (await Promise.all(parts)).flat();
  };
}

/** Reads levels in the same parts. */
function levelReader(read: Read, rectangle: Rectangle): Scanner['levels'] {
  return async (installation, sources, edges, resets) => {
    const parts = cutAtResets(edges, resets).map((part) => {
      const span = getHull(part.edges);
      // Sources that begin later do not affect this part.
      const begun = sources.filter(({ from }) => from < span.to);
      if (begun.length === 0) return [];
      return read<StateRow>(levelStatement(rectangle(wantOf(installation, begun), span), { sources: begun, ...part }));
    });
    return (await Promise.all(parts)).flat();
  };
}

const wantOf = (installation: number, sources: readonly StateSource[]): MergedTargets =>
  mergeTargets([
    {
      installation,
      devices: sources.map((source) => source.device),
      metrics: sources.map((source) => source.metric),
    },
  ]);

const day = 86_400_000;
/** Maximum device-time (ms) of a statement that keeps readings in memory: some hundred megabytes. */
export const maxDeviceTime = 3000 * day;
export const maxStateTime = 32 * day;

/** Edges of a part of a balance's time, with its resets. */
export interface StatePart {
  readonly edges: Instant[];
  readonly resets: Instant[];
}

/** Splits a long time at resets, where a balance ends. */
export function cutAtResets(edges: readonly Instant[], resets: readonly Instant[]): StatePart[] {
  const parts: StatePart[] = [];
  const isReset = new Set(resets);
  for (const edge of edges) {
    const part = parts.at(-1);
    const isFull = part !== undefined && isReset.has(edge) && edge - (part.edges[0] as Instant) >= maxStateTime;
    part?.edges.push(edge);
    if (part === undefined || (isFull && edge !== edges.at(-1))) parts.push({ edges: [edge], resets: [] });
    if (isReset.has(edge)) parts.at(-1)?.resets.push(edge);
  }
  return parts;
}

/** Splits devices into portions. */
export function splitPortions(devices: ReadonlySet<number>, size: number): Set<number>[] {
  const list = [...devices];
  const step = Math.max(1, Math.floor(size));
  return Array.from(
    { length: Math.ceil(list.length / step) },
    (_, index) => new Set(list.slice(index * step, (index + 1) * step)),
  );
}
