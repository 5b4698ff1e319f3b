import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { RecentDays } from '../../../open-days/recent-days.ts';
import type { RecentReadings } from '../../../open-days/recent-readings.ts';
import { rolledMetrics } from '../../../rollups/roll-up.store.ts';
import { foldActivity } from '../activity/fold-activity.ts';
import { fitReports } from '../fit-rows.ts';
import {
  countRegisters,
  findFalls,
  findRegisterDays,
  joinRegisters,
  type ReadRegisters,
  type RegisterTime,
  scanRegisters,
} from '../meters.ts';
import { getHull } from '../spans.ts';
import type { ScanTarget } from '../gather-scans.ts';
import type { RolledScanner } from '../rolled-scanner.ts';
import { type Scanner, toWholeDays } from '../scanner.ts';
import { maxReadingMs } from '../statements/crossing-statement.ts';
import type { ReportRow } from '../statements/report-statement.ts';
import { createRecentBalances } from './recent-balances.ts';
import { scanFlows, scanSamples } from './scan-counts.ts';
import { scanLengths, scanReports } from './scan-reports.ts';

/**
 * Answers reads of recent days from memory. Passes earlier days to `rolled`, and what memory lacks: visitors and
 * whatever needs its own statement.
 */
export function createRecentScanner(
  rolled: RolledScanner,
  openDays: RecentDays,
  organizationId: OrganizationId,
): Scanner {
  /** Returns a site's recent readings when a time reaches into them. */
  const heldBefore = async (installation: number, to: Instant): Promise<RecentReadings | null> => {
    if (to <= openDays.from) return null;
    const held = await openDays.of(organizationId, installation);
    return held !== null && held.from < to ? held : null;
  };
  /** Returns how registers of a time are read. */
  const registersOf = async (
    { installation }: ScanTarget,
    span: Span,
    now: Instant,
  ): Promise<{ readonly time: RegisterTime; readonly read: ReadRegisters }> => {
    const held = await heldBefore(installation, findRegisterDays(span, now).to);
    if (held === null) return { time: { now }, read: rolled.registers };
    return {
      time: { now, memoryFrom: held.from },
      async read(want, days, edges, selection) {
        if (days.to <= held.from || selection !== 'all') return rolled.registers(want, days, edges, selection);
        const early = await rolled.registers(want, { from: days.from, to: held.from }, edges, selection);
        return joinRegisters([early, scanRegisters(held, want)]);
      },
    };
  };
  const holds = (kind: 'counts' | 'samples', metrics: readonly string[]) =>
    metrics.every((metric) => rolledMetrics[kind].has(metric));
  return {
    ...rolled,
    async flow(want, edges, splits, amount = 'value', cutAt = null) {
      const held = holds('counts', want.metrics) ? await heldBefore(want.installation, endOf(edges)) : null;
      if (held === null) return rolled.flow(want, edges, splits, amount, cutAt);
      const { early, late, begin } = cutEdges(edges, held.from);
      const found = scanFlows(held, want, { edges: late, splits, amount, cutAt });
      const open = found.map((row) => ({ ...row, edges: row.edges.map((edge) => (edge === late[0] ? begin : edge)) }));
      if (early === null) return open;
      const cut = cutAt !== null && cutAt - maxReadingMs < held.from ? cutAt : null;
      return [...(await rolled.flow(want, early, splits, amount, cut)), ...open];
    },
    async samples(want, edges, withValues) {
      const held = holds('samples', want.metrics) ? await heldBefore(want.installation, endOf(edges)) : null;
      if (held === null) return rolled.samples(want, edges, withValues);
      const { early, late, begin } = cutEdges(edges, held.from);
      const found = scanSamples(held, want, late, withValues);
      const open = found.map((row) => (row.edge === late[0] ? { ...row, edge: begin } : row));
      return early === null ? open : [...(await rolled.samples(want, early, withValues)), ...open];
    },
    async meters(want, edges, reportingIntervals, now) {
      const reads = await registersOf(want, getHull(edges), now);
      return countRegisters(want, edges, reportingIntervals, reads.time, reads.read);
    },
    async falls(want, span, reportingIntervals, now) {
      const reads = await registersOf(want, span, now);
      return findFalls(want, span, reportingIntervals, reads.time, reads.read);
    },
    async reports(want, window, reportingIntervals) {
      const held = await heldBefore(want.installation, window.to);
      if (held === null) return rolled.reports(want, window, reportingIntervals);
      const open = scanReports(
        held,
        want,
        { from: Math.max(window.from, held.from), to: window.to },
        reportingIntervals,
      );
      if (window.from >= held.from) return fitReports(open, want.devices, window);
      const early = await rolled.reports(want, { from: window.from, to: held.from }, reportingIntervals);
      const begun = early.map((row) => beganBefore(row, window.from));
      return fitReports(foldActivity(reportingIntervals, [], [...begun, ...open]), want.devices, window);
    },
    async lengths(want, span, over) {
      const held = await heldBefore(want.installation, span.to);
      if (held === null) return rolled.lengths(want, span, over);
      const open = scanLengths(held, want, { from: held.from, to: toWholeDays(span).to }, over);
      if (span.from >= held.from) return open;
      return [...(await rolled.lengths(want, { from: span.from, to: held.from }, over)), ...open];
    },
    ...createRecentBalances(rolled, heldBefore),
  };
}

const endOf = (edges: readonly Instant[]) => edges.at(-1) as Instant;

/** Adds the gap before the window, which a report limited to a window lacks. */
function beganBefore(row: ReportRow, from: Instant): ReportRow {
  if ((row.holeBegins[0] ?? row.until) <= from) return row;
  return { ...row, holeBegins: [0, ...row.holeBegins], holeEnds: [from, ...row.holeEnds] };
}

/** Splits a time in two; `begin` is the start of the piece that continues at the second part's first edge. */
function cutEdges(edges: readonly Instant[], from: Instant) {
  const place = edges.findIndex((edge) => edge >= from);
  if (place <= 0) return { early: null, late: edges, begin: edges[0] as Instant };
  const isEdge = edges[place] === from;
  return {
    early: [...edges.slice(0, place), from],
    late: [from, ...edges.slice(isEdge ? place + 1 : place)],
    begin: isEdge ? from : (edges[place - 1] as Instant),
  };
}
