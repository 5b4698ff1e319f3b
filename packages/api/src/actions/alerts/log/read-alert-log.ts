import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { type Page, parsePageRequest, type SortKey, writeCursor } from '../../../platform/graphql/connections.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../../sites/index.ts';
import type { AlertLogCursor, AlertLogEntry, AlertLogFilter, AlertLogStore } from './alert-log.store.ts';

export interface AlertLogReads {
  readonly store: Pick<AlertLogStore, 'page' | 'count'>;
  readonly sites: Pick<SiteDirectory, 'topologies'>;
}

/** An entry with the current name of its zone. Null: the zone is deleted. */
export interface ReadableAlertLogEntry extends AlertLogEntry {
  readonly zoneName: string | null;
}

/** Returns firings of these zones or of this alert, newest first. Those outside the scope have none. */
export async function readAlertLog(
  { store, sites }: AlertLogReads,
  scope: Scope,
  filter: AlertLogFilter,
  wanted: { readonly first?: number | null | undefined; readonly after?: string | null | undefined },
): Promise<Result<Page<ReadableAlertLogEntry>, Failure>> {
  const request = parsePageRequest(wanted);
  if (!request.ok) return request;
  const { size, from } = request.value;
  const after = from === null ? null : placeOf(from);
  if (after === undefined) return err(failure('BAD_INPUT', 'after takes a cursor of an earlier page', 'after'));
  const [found, count, topologies] = await Promise.all([
    store.page(scope, filter, size, after),
    store.count(scope, filter),
    sites.topologies(scope),
  ]);
  const named = addZoneNames(topologies);
  return ok({
    count,
    edges: found.slice(0, size).map((entry) => ({
      cursor: writeCursor([entry.dateBegin, entry.id]),
      node: named(entry),
    })),
    hasNextPage: found.length > size,
    hasPreviousPage: after !== null,
  });
}

/** Adds the current zone names to entries. */
export function addZoneNames(topologies: readonly Topology[]): (entry: AlertLogEntry) => ReadableAlertLogEntry {
  const zones = topologies.flatMap((topology) => topology.zones).filter(({ removedAt }) => removedAt === undefined);
  const names = new Map(zones.map(({ id, name }) => [id, name]));
  return (entry) => ({ ...entry, zoneName: entry.zoneId === null ? null : (names.get(entry.zoneId) ?? null) });
}

function placeOf([begin, id]: SortKey): AlertLogCursor | undefined {
  return Number.isInteger(begin) && Number.isInteger(id) ? { begin: begin as number, id: id as number } : undefined;
}
