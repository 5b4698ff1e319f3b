import { setImmediate } from 'node:timers';
import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { AnalyticsStore, Statement } from '../../platform/analytics-store.ts';
import { type FlowRow, flowStatement } from './statements/flow-statement.ts';
import { type ReportRow, type Rhythm, reportStatement, senderStatement } from './statements/report-statement.ts';
import { type SampleRow, sampleStatement } from './statements/sample-statement.ts';
import { type StateRow, type StateSource, stateStatement } from './statements/state-statement.ts';

/** What a scan is about; several scans of the same time become one statement over all of their devices and metrics. */
export interface Want {
  readonly installation: number;
  readonly devices: readonly number[];
  readonly metrics: readonly string[];
}

/** The only IO of a plan. Rows may concern more devices and metrics than one caller wanted. */
export interface Scanner {
  flow(want: Want, edges: readonly Instant[], splits: readonly string[]): Promise<readonly FlowRow[]>;
  samples(want: Want, edges: readonly Instant[], withValues: boolean): Promise<readonly SampleRow[]>;
  reports(want: Want, window: Span, rhythms: readonly Rhythm[]): Promise<readonly ReportRow[]>;
  senders(want: Want): Promise<readonly { readonly device: number; readonly metric: string }[]>;
  states(
    installation: number,
    sources: readonly StateSource[],
    edges: readonly Instant[],
    resets: readonly Instant[],
  ): Promise<readonly StateRow[]>;
}

/**
 * Reads readings as they are stored. Scans asked for in the same turn of the event loop are gathered, and those over
 * the same time share one statement: widgets of a page that differ in zone or metric cost one read.
 * Rollups come in here: a scan is described by time, devices and metrics, not by the table it reads.
 */
export function rawScanner(analytics: AnalyticsStore, organizationId: OrganizationId): Scanner {
  const read = <Row>(statement: Statement) => analytics.query<Row>(statement);
  const rectangle = (want: Gathered, span: Span) => ({
    organizationId,
    ...listsOf(want),
    from: span.from,
    to: span.to,
  });
  const flows = gatherer<{ edges: readonly Instant[]; splits: readonly string[] }, FlowRow>((want, { edges, splits }) =>
    read(flowStatement(rectangle(want, hullOf(edges)), edges.slice(0, -1), splits)),
  );
  const samples = gatherer<{ edges: readonly Instant[]; withValues: boolean }, SampleRow>((want, shape) =>
    read(sampleStatement(rectangle(want, hullOf(shape.edges)), shape.edges.slice(0, -1), shape.withValues)),
  );
  // The metrics are part of the shape: whether a device reported must not depend on who else asks.
  const reports = gatherer<{ window: Span; metrics: readonly string[] }, ReportRow>((want, { window }, rhythms) =>
    read(reportStatement(rectangle(want, window), rhythms)),
  );
  const senders = gatherer<object, { device: number; metric: string }>((want) =>
    read(senderStatement({ organizationId, ...listsOf(want) })),
  );
  const states = new Map<string, Promise<StateRow[]>>();
  return {
    flow: (want, edges, splits) => flows(want, { edges, splits }),
    samples: (want, edges, withValues) => samples(want, { edges, withValues }),
    reports: (want, window, rhythms) => reports(want, { window, metrics: want.metrics }, rhythms),
    senders: (want) => senders(want, {}),
    states(installation, sources, edges, resets) {
      const key = JSON.stringify([installation, sources, edges, resets]);
      const running = states.get(key);
      if (running !== undefined) return running;
      const want = gathered({
        installation,
        devices: sources.map((source) => source.device),
        metrics: sources.map((source) => source.metric),
      });
      const rows = read<StateRow>(stateStatement(rectangle(want, hullOf(edges)), sources, edges, resets));
      states.set(key, rows);
      return rows;
    },
  };
}

interface Gathered {
  readonly installations: Set<number>;
  readonly devices: Set<number>;
  readonly metrics: Set<string>;
}

/** Collects wants of equal shape until the event loop turns, then runs each shape once. */
function gatherer<Shape, Row>(
  run: (want: Gathered, shape: Shape, rhythms: Rhythm[]) => Promise<Row[]>,
): (want: Want, shape: Shape, rhythms?: readonly Rhythm[]) => Promise<readonly Row[]> {
  interface Waiting {
    readonly shape: Shape;
    readonly want: Gathered;
    readonly rhythms: Map<number, Rhythm>;
    readonly rows: PromiseWithResolvers<Row[]>;
  }
  let waiting = new Map<string, Waiting>();
  const flush = () => {
    const due = waiting;
    waiting = new Map();
    for (const { shape, want, rhythms, rows } of due.values())
      run(want, shape, [...rhythms.values()]).then(rows.resolve, rows.reject);
  };
  return (want, shape, rhythms = []) => {
    if (want.devices.length === 0) return Promise.resolve([]);
    if (waiting.size === 0) setImmediate(flush);
    const key = JSON.stringify(shape);
    const found = waiting.get(key) ?? {
      shape,
      want: gathered(),
      rhythms: new Map(),
      rows: Promise.withResolvers<Row[]>(),
    };
    waiting.set(key, found);
    found.want.installations.add(want.installation);
    for (const device of want.devices) found.want.devices.add(device);
    for (const metric of want.metrics) found.want.metrics.add(metric);
    // Who tolerates less sees the holes that the other one overlooks, and the other one sorts them out again.
    for (const rhythm of rhythms) {
      const other = found.rhythms.get(rhythm.device);
      if (other === undefined || rhythm.tolerance < other.tolerance) found.rhythms.set(rhythm.device, rhythm);
    }
    return found.rows.promise;
  };
}

function gathered(want?: Want): Gathered {
  return {
    installations: new Set(want === undefined ? [] : [want.installation]),
    devices: new Set(want?.devices),
    metrics: new Set(want?.metrics),
  };
}

/** Sorted, so that equal scans are equal texts. */
function listsOf({ installations, devices, metrics }: Gathered) {
  const ascending = (left: number, right: number) => left - right;
  return {
    installations: [...installations].sort(ascending),
    devices: [...devices].sort(ascending),
    metrics: [...metrics].sort(),
  };
}

function hullOf(edges: readonly Instant[]): Span {
  return { from: edges[0] as Instant, to: edges.at(-1) as Instant };
}
