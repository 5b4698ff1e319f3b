import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { CountedAmount } from '@atrium/domain/measurements';
import type { AnalyticsStore, Statement } from '../../../platform/analytics-store.ts';
import { type DayLedger, rolledMetrics, smallestHole } from '../../rollups/index.ts';
import type { DescribedFlowRow, FlowRow } from '../statements/flow-statement.ts';
import type { MeterRow } from '../statements/meter-statement.ts';
import type { ReadingsOf } from '../statements/readings-of.ts';
import type { ReportRow } from '../statements/report-statement.ts';
import { rolledFlowStatement, rolledTotalsStatement } from '../statements/rolled-flow-statement.ts';
import { coverBefore, rolledMeterStatement } from '../statements/rolled-meter-statement.ts';
import { type RolledReportRow, rolledReportStatement } from '../statements/rolled-report-statement.ts';
import { rolledSampleStatement } from '../statements/rolled-sample-statement.ts';
import { rolledVisitorStatement } from '../statements/rolled-visitor-statement.ts';
import type { SampleRow } from '../statements/sample-statement.ts';
import type { VisitorRow } from '../statements/visitor-statement.ts';
import { type Gathered, gathered, gatherer, hullOf, listsOf } from './gather-scans.ts';
import { rawScanner, type Scanner } from './scanner.ts';
import { splitRows, undecided } from './settle-flows.ts';
import { coverTime } from './time-cover.ts';

/**
 * Reads rollups where they hold everything, and readings for the rest, in one statement. Answers what `rawScanner`
 * answers, which it hands on to for what rollups don't keep. `ledger` must have been opened.
 */
export function rolledScanner(analytics: AnalyticsStore, organizationId: OrganizationId, ledger: DayLedger): Scanner {
  const raw = rawScanner(analytics, organizationId);
  const read = <Row>(statement: Statement) => analytics.query<Row>(statement);
  const of = (want: Gathered, edges: readonly Instant[]) => {
    const span = hullOf(edges);
    const readings: ReadingsOf = { organizationId, ...listsOf(want), ...span };
    return { readings, cover: coverTime(edges, ledger.dirtyDays(organizationId, want.installations, span)) };
  };
  type Counts = { edges: readonly Instant[]; amount: CountedAmount };
  const flows = gatherer<Counts, DescribedFlowRow>((want, { edges, amount }) =>
    read(rolledFlowStatement(of(want, edges), edges.slice(0, -1), amount)),
  );
  const totals = gatherer<Counts, FlowRow>((want, { edges, amount }) =>
    read(rolledTotalsStatement(of(want, edges), edges.slice(0, -1), amount)),
  );
  const samples = gatherer<{ edges: readonly Instant[]; withValues: boolean }, SampleRow>(
    (want, { edges, withValues }) => read(rolledSampleStatement(of(want, edges), edges.slice(0, -1), withValues)),
  );
  // The metrics are part of the shape: whether a device reported must not depend on who else asks.
  const reports = gatherer<{ window: Span; metrics: readonly string[] }, RolledReportRow>((want, { window }, rhythms) =>
    read(
      rolledReportStatement(
        { organizationId, ...listsOf(want), ...window },
        rhythms,
        ledger.dirtyDays(organizationId, want.installations, window),
      ),
    ),
  );
  const visitors = gatherer<{ edges: readonly Instant[] }, VisitorRow>((want, { edges }) =>
    read(rolledVisitorStatement(of(want, edges), edges)),
  );
  const holds = (kind: keyof typeof rolledMetrics, metrics: readonly string[]) =>
    metrics.every((metric) => rolledMetrics[kind].has(metric));
  return {
    ...raw,
    async flow(want, edges, splits, amount = 'value') {
      if (!holds('counts', want.metrics)) return raw.flow(want, edges, splits, amount);
      if (splits.length === 0) return totals(want, { edges, amount });
      const rows = await flows(want, { edges, amount });
      const devices = undecided(rows);
      const decided = splitRows(
        rows.filter((row) => !devices.includes(row.device)),
        splits,
      );
      if (devices.length === 0) return decided;
      return [...decided, ...(await raw.flow({ ...want, devices }, edges, splits, amount))];
    },
    samples: (want, edges, withValues) =>
      holds('samples', want.metrics) ? samples(want, { edges, withValues }) : raw.samples(want, edges, withValues),
    async reports(want, window, rhythms): Promise<readonly ReportRow[]> {
      if (rhythms.some(({ tolerance }) => tolerance < smallestHole)) return raw.reports(want, window, rhythms);
      const rows = await reports(want, { window, metrics: want.metrics }, rhythms);
      const devices = rows.filter((row) => row.isUnsure === 1).map((row) => row.device);
      if (devices.length === 0) return rows;
      const sure = rows.filter((row) => row.isUnsure === 0);
      return [...sure, ...(await raw.reports({ ...want, devices }, window, rhythms))];
    },
    visitors: (want, edges) =>
      holds('visitors', want.metrics) ? visitors(want, { edges }) : raw.visitors(want, edges),
    async meters(want, edges, rhythms) {
      if (!holds('meters', want.metrics)) return raw.meters(want, edges, rhythms);
      const all = gathered(want);
      const [begin] = edges as [Instant];
      const before = coverBefore(begin, ledger.dirtyDays(organizationId, all.installations, { from: 0, to: begin }));
      return read<MeterRow>(rolledMeterStatement(of(all, edges), before, edges, rhythms));
    },
  };
}
