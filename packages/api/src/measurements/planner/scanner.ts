import { setImmediate } from 'node:timers';
import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { AnalyticsStore, Statement } from '../../platform/analytics-store.ts';
import { splitRows, undecided } from './settle-flows.ts';
import {
  type DescribedFlowRow,
  type FlowRow,
  flowStatement,
  settledFlowStatement,
} from './statements/flow-statement.ts';
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
    hasAlternatives: boolean,
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
  const flows = gatherer<{ edges: readonly Instant[] }, DescribedFlowRow>((want, { edges }) =>
    read(flowStatement(rectangle(want, hullOf(edges)), edges.slice(0, -1))),
  );
  const settled = gatherer<{ edges: readonly Instant[]; splits: readonly string[] }, FlowRow>(
    (want, { edges, splits }) => read(settledFlowStatement(rectangle(want, hullOf(edges)), edges.slice(0, -1), splits)),
  );
  const samples = gatherer<{ edges: readonly Instant[]; withValues: boolean }, SampleRow>((want, shape) =>
    read(sampleStatement(rectangle(want, hullOf(shape.edges)), shape.edges.slice(0, -1), shape.withValues)),
  );
  // The metrics are part of the shape: whether a device reported must not depend on who else asks.
  const reports = gatherer<{ window: Span; metrics: readonly string[] }, ReportRow>(
    async (want, { window }, rhythms) => {
      const lists = portions([...want.devices], Math.max(1, Math.floor(maxDeviceTime / (window.to - window.from))));
      const rows: ReportRow[] = [];
      for (const devices of lists)
        rows.push(
          ...(await read<ReportRow>(
            reportStatement(rectangle({ ...want, devices: new Set(devices) }, window), rhythms),
          )),
        );
      return rows;
    },
  );
  const senders = gatherer<object, { device: number; metric: string }>((want) =>
    read(senderStatement({ organizationId, ...listsOf(want) })),
  );
  const running = new Map<string, Promise<unknown[]>>();
  const once = <Row>(statement: Statement): Promise<Row[]> => {
    const key = JSON.stringify(statement);
    const rows = running.get(key) ?? read<Row>(statement);
    running.set(key, rows);
    return rows as Promise<Row[]>;
  };
  return {
    async flow(want, edges, splits) {
      const rows = await flows(want, { edges });
      const devices = undecided(rows);
      const decided = splitRows(
        rows.filter((row) => !devices.includes(row.device)),
        splits,
      );
      return devices.length === 0 ? decided : [...decided, ...(await settled({ ...want, devices }, { edges, splits }))];
    },
    samples: (want, edges, withValues) => samples(want, { edges, withValues }),
    reports: (want, window, rhythms) => reports(want, { window, metrics: want.metrics }, rhythms),
    senders: (want) => senders(want, {}),
    async states(installation, sources, edges, resets, hasAlternatives) {
      const want = gathered({
        installation,
        devices: sources.map((source) => source.device),
        metrics: sources.map((source) => source.metric),
      });
      const rows: StateRow[] = [];
      for (const part of cutAtResets(edges, resets))
        rows.push(
          ...(await once<StateRow>(
            stateStatement(rectangle(want, hullOf(part.edges)), sources, part.edges, part.resets, hasAlternatives),
          )),
        );
      return rows;
    },
  };
}

const day = 86_400_000;
/** A statement that keeps readings in memory takes so much device-time (ms) at most: some hundred megabytes' worth. */
const maxDeviceTime = 3000 * day;
const maxStateTime = 32 * day;

/** A balance ends at each reset, so a long time can be read in parts that end there. */
function cutAtResets(edges: readonly Instant[], resets: readonly Instant[]) {
  const parts: { edges: Instant[]; resets: Instant[] }[] = [];
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

function portions<One>(list: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
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
