import type { Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { QueryReader, Statement } from '../../../platform/analytics-store.ts';
import type { RecentDays } from '../../recent-readings/recent-days.ts';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import { type DirtyDays, dayMs } from '../../rollups/dirty-days.ts';
import { type MergedScan, type MergedTargets, toFilter } from './merge-scans.ts';
import { needsReadings } from './plan-days.ts';
import type { ReadingsOf, ReadingsSelection } from './statements/readings-of.ts';

type Read = <Row>(statement: Statement) => Promise<Row[]>;

/** What reads of stored readings need. */
export interface ReadingsContext {
  readonly reader: QueryReader;
  readonly organizationId: OrganizationId;
  readonly read: Read;
  /** Runs equal statements once. */
  readonly readOnce: Read;
  readonly select: (want: MergedTargets) => ReadingsSelection;
  readonly selectWithin: (want: MergedTargets, span: Span) => ReadingsOf;
}

export function createReadingsContext(reader: QueryReader, organizationId: OrganizationId): ReadingsContext {
  const read: Read = (statement) => reader.query(statement);
  return {
    reader,
    organizationId,
    read,
    readOnce: createDeduplicatedRead(read),
    select: (want) => ({ organizationId, ...toFilter(want) }),
    selectWithin: (want, { from, to }) => ({ organizationId, ...toFilter(want), from, to }),
  };
}

function createDeduplicatedRead(read: Read): Read {
  const running = new Map<string, Promise<unknown[]>>();
  return <Row>(statement: Statement) => {
    const key = JSON.stringify(statement);
    const rows = running.get(key) ?? read<Row>(statement);
    running.set(key, rows);
    return rows as Promise<Row[]>;
  };
}

/** What reads of rollups need, which read readings on dirty days. */
export interface RollupsContext extends ReadingsContext {
  /** Open. */
  readonly ledger: DirtyDays;
  /** Readings before it are deleted. */
  readonly since: Instant;
  /** Returns the days that must be read from readings. */
  readonly dirtyIn: (want: MergedTargets, spans: readonly Span[]) => number[];
  /** Runs a read in portions of devices, because the dirty days of a statement may be a whole history. */
  readonly bounded: <Row>(scan: MergedScan, run: (scan: MergedScan) => Promise<Row[]>) => Promise<Row[]>;
}

export function createRollupsContext(context: ReadingsContext, ledger: DirtyDays): RollupsContext {
  const { organizationId } = context;
  const dirtyIn: RollupsContext['dirtyIn'] = (want, spans) => [
    ...new Set(spans.flatMap((span) => ledger.dirtyDays(organizationId, want.installations, span))),
  ];
  return {
    ...context,
    ledger,
    since: ledger.keptSince(organizationId),
    dirtyIn,
    async bounded(scan, run) {
      const { devices, metrics } = scan.want;
      const time = dirtyIn(scan.want, scan.spans).length * dayMs * metrics.size;
      if (devices.size * time <= maxDeviceTime) return run(scan);
      const parts = splitPortions(devices, maxDeviceTime / time);
      return (await Promise.all(parts.map((some) => run({ ...scan, want: { ...scan.want, devices: some } })))).flat();
    },
  };
}

/** Maximum device-time (ms) of a statement that keeps readings in memory: some hundred megabytes. */
export const maxDeviceTime = 3000 * dayMs;

/** Splits devices into portions. */
export function splitPortions(devices: ReadonlySet<number>, size: number): Set<number>[] {
  const list = [...devices];
  const step = Math.max(1, Math.floor(size));
  return Array.from(
    { length: Math.ceil(list.length / step) },
    (_, index) => new Set(list.slice(index * step, (index + 1) * step)),
  );
}

/** Thrown when an answer needs readings that retention has deleted. */
export class ReadingsDeleted extends Error {
  /** Start of a UTC day. */
  readonly since: Instant;

  constructor(since: Instant) {
    super(`needs readings from before ${new Date(since).toISOString()}`);
    this.since = since;
  }
}

/** Rejects when rollups alone cannot resolve edges before the retention limit. */
export async function checkRetained(edges: readonly Instant[], since: Instant): Promise<void> {
  if (needsReadings(edges, since)) throw new ReadingsDeleted(since);
}

/** Returns a site's recent readings when a time up to `to` reaches into them; null when it does not. */
export type FindRecent = (installation: number, to: Instant) => Promise<RecentReadings | null>;

export const createRecentFinder =
  (openDays: RecentDays, organizationId: OrganizationId): FindRecent =>
  async (installation, to) => {
    if (to <= openDays.from) return null;
    const held = await openDays.of(organizationId, installation);
    return held !== null && held.from < to ? held : null;
  };

/** Splits a time in two; `begin` is the start of the piece that continues at the second part's first edge. */
export function cutEdges(edges: readonly Instant[], from: Instant) {
  const place = edges.findIndex((edge) => edge >= from);
  if (place <= 0) return { early: null, late: edges, begin: edges[0] as Instant };
  const isEdge = edges[place] === from;
  return {
    early: [...edges.slice(0, place), from],
    late: [from, ...edges.slice(isEdge ? place + 1 : place)],
    begin: isEdge ? from : (edges[place - 1] as Instant),
  };
}
