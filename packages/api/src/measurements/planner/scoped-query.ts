import { err, type Failure, failure, type OrganizationId, ok, type Result, type ZoneId } from '@atrium/domain/core';
import type { IdFilter, MeasurementQuery } from '@atrium/domain/measurements';
import { type Topology, topZones } from '@atrium/domain/sites';
import type { Scope } from '../../access/scope.ts';

declare const scoped: unique symbol;

/** A query cut down to what its viewer may see. Only `narrow` makes one, and nothing else is ever planned. */
export interface ScopedQuery {
  readonly [scoped]: true;
  readonly organizationId: OrganizationId;
  readonly query: MeasurementQuery;
  readonly sites: readonly SiteSelection[];
}

/** What of one site a query is about. */
export interface SiteSelection {
  readonly topology: Topology;
  /** Asked for, or the top zones. */
  readonly zoneIds: readonly ZoneId[];
  /** Whether the query named zones or tags itself. */
  readonly zonesNamed: boolean;
  /** null: any. */
  readonly passageIds: ReadonlySet<number> | null;
  readonly deviceIds: ReadonlySet<number> | null;
}

/**
 * Keeps of a query what lies in the viewer's sites. An id that is not theirs is answered like one that does not exist,
 * so nobody learns what other organizations have.
 */
export function narrow(
  scope: Scope,
  query: MeasurementQuery,
  topologies: readonly Topology[],
): Result<ScopedQuery, Failure> {
  const visible = topologies.filter(
    ({ organizationId, installationId }) =>
      organizationId === scope.organizationId &&
      (scope.installationIds === null || scope.installationIds.includes(installationId)),
  );
  const unknown =
    findUnknown(query.installations, 'installation', visible, (site) => [site.installationId]) ??
    findUnknown(query.zones, 'zone', visible, (site) => site.zones.map((zone) => zone.id)) ??
    findUnknown(query.passages, 'passage', visible, (site) => site.passages.map((passage) => passage.id)) ??
    findUnknown(query.devices, 'device', visible, (site) => site.devices.map((device) => device.id));
  if (unknown !== null) return err(unknown);
  const sites = visible
    .filter((site) => passes(query.installations, site.installationId))
    .flatMap((site) => select(query, site) ?? []);
  return ok({ organizationId: scope.organizationId, query, sites } as unknown as ScopedQuery);
}

function findUnknown(
  filter: IdFilter | null,
  what: string,
  sites: readonly Topology[],
  idsOf: (site: Topology) => readonly number[],
): Failure | null {
  if (filter === null) return null;
  const known = new Set(sites.flatMap(idsOf));
  const missing = filter.ids.find((id) => !known.has(id));
  return missing === undefined ? null : failure('NOT_FOUND', `There is no ${what} ${missing}.`, 'filters');
}

/** null where the query's own ids leave nothing of the site. */
function select(query: MeasurementQuery, site: Topology): SiteSelection | null {
  const zoneIds = selectZones(query, site);
  const passageIds = selectIds(
    query.passages,
    site.passages.map((passage) => passage.id),
  );
  const deviceIds = selectIds(
    query.devices,
    site.devices.map((device) => device.id),
  );
  if (zoneIds.length === 0 || passageIds?.size === 0 || deviceIds?.size === 0) return null;
  return { topology: site, zoneIds, zonesNamed: query.zones !== null || query.tags !== null, passageIds, deviceIds };
}

function selectZones({ zones, tags }: MeasurementQuery, site: Topology): ZoneId[] {
  const named = (zones !== null && !zones.exclude) || (tags !== null && !tags.exclude);
  const candidates = named ? site.zones : topZones(site.zones);
  return candidates
    .filter(
      (zone) =>
        passes(zones, zone.id) && (tags === null || tags.exclude !== zone.tagIds.some((id) => tags.ids.includes(id))),
    )
    .map((zone) => zone.id);
}

function selectIds(filter: IdFilter | null, ids: readonly number[]): ReadonlySet<number> | null {
  return filter === null ? null : new Set(ids.filter((id) => passes(filter, id)));
}

function passes(filter: IdFilter | null, id: number): boolean {
  return filter === null || filter.ids.includes(id) !== filter.exclude;
}
