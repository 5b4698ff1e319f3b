import {
  dateToWall,
  err,
  type Failure,
  failure,
  type OrganizationId,
  ok,
  type Result,
  type TagCategoryId,
  type TagId,
  type ZoneId,
} from '@atrium/domain/core';
import type { IdFilter, MeasurementQuery, MeasurementSettings } from '@atrium/domain/numbers';
import { listTopZones, type Topology } from '@atrium/domain/sites';
import type { Scope } from '../../../platform/tenancy/index.ts';

/** Category of tags that zones and whole sites may have. Tags may be part of others: it is a tree then. */
export interface TagCategory {
  readonly id: TagCategoryId;
  readonly name: string;
  readonly tags: readonly CategoryTag[];
}

interface CategoryTag {
  readonly id: TagId;
  readonly name: string;
  /** Absent or null: part of no other tag. */
  readonly parentId?: TagId | null;
}

/** Facts about an organization, besides its sites, that answers need. */
export interface MeasurementFacts {
  readonly tagCategories: readonly TagCategory[];
  readonly settings: MeasurementSettings;
}

declare const scoped: unique symbol;

/** Query reduced to what its viewer may see. Only `narrow` creates one, and the planner accepts nothing else. */
export interface ScopedQuery {
  readonly [scoped]: true;
  readonly organizationId: OrganizationId;
  readonly query: MeasurementQuery;
  readonly sites: readonly SiteSelection[];
  readonly facts: MeasurementFacts;
}

/** Part of one site that a query covers. */
export interface SiteSelection {
  readonly topology: Topology;
  /** Requested zones, or the top zones. */
  readonly zoneIds: readonly ZoneId[];
  /** Whether the query named zones or tags itself. */
  readonly zonesNamed: boolean;
  /** Null: any. */
  readonly passageIds: ReadonlySet<number> | null;
  readonly deviceIds: ReadonlySet<number> | null;
  /** The devices among which each counts once, if they are more than `deviceIds`. */
  readonly devicesAmong?: ReadonlySet<number> | null;
}

/**
 * Reduces a query to the viewer's sites. Ids outside the scope fail like unknown ids, so that nothing about other
 * organizations leaks.
 */
export function narrow(
  scope: Scope,
  query: MeasurementQuery,
  topologies: readonly Topology[],
  facts: MeasurementFacts,
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
    findUnknown(query.devices, 'device', visible, (site) => site.devices.map((device) => device.id)) ??
    findUnknownTag(query, facts.tagCategories);
  if (unknown !== null) return err(unknown);
  const sites = visible
    .filter((site) => passes(query.installations, site.installationId))
    .flatMap((site) => select(query, site, facts.tagCategories) ?? []);
  // Expected values have queries of their own and are added to the answer (`numbers/expected`).
  const asked = query.compare === 'EXPECTED' ? withoutExpected(query) : query;
  return ok({ organizationId: scope.organizationId, query: asked, sites, facts } as unknown as ScopedQuery);
}

/** Returns the query for the values themselves. */
function withoutExpected(query: MeasurementQuery): MeasurementQuery {
  return { ...query, compare: null, comparedWithin: null };
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

/** Tags belong to the organization, whichever of its sites a viewer sees. */
function findUnknownTag(query: MeasurementQuery, tagCategories: readonly TagCategory[]): Failure | null {
  const grouped = (type: string) => query.groupBy.flatMap((group) => (group.type === type ? (group.ids ?? []) : []));
  const tags = new Set<number>(tagCategories.flatMap((category) => category.tags.map(({ id }) => id)));
  const categories = new Set<number>(tagCategories.map(({ id }) => id));
  const tag = [...(query.tags?.ids ?? []), ...grouped('TAG')].find((id) => !tags.has(id));
  if (tag !== undefined) return failure('NOT_FOUND', `There is no tag ${tag}.`, 'filters');
  const category = [...(query.tagCategories?.ids ?? []), ...grouped('TAG_CATEGORY')].find((id) => !categories.has(id));
  return category === undefined ? null : failure('NOT_FOUND', `There is no tag category ${category}.`, 'filters');
}

/** Returns null when the query's ids select nothing of the site. */
function select(query: MeasurementQuery, site: Topology, tagCategories: readonly TagCategory[]): SiteSelection | null {
  const filters = [
    query.tags && { ...query.tags, ids: [...addInnerTags(query.tags.ids, tagCategories)] },
    query.tagCategories && inCategories(query.tagCategories, tagCategories),
  ].filter((filter) => filter !== null);
  // A tag of the whole site holds for all of its zones.
  const [ofSite, ofZones] = partition(filters, ({ ids }) => hasTag(site, ids));
  if (ofSite.some(({ exclude }) => exclude)) return null;
  const zoneIds = selectZones(query, site, ofZones);
  const passageIds = selectIds(
    query.passages,
    site.passages.map((passage) => passage.id),
  );
  const deviceIds = selectIds(
    query.devices,
    site.devices.map((device) => device.id),
  );
  if (zoneIds.length === 0 || passageIds?.size === 0 || deviceIds?.size === 0) return null;
  const zonesNamed = query.zones !== null || ofZones.length > 0;
  return { topology: site, zoneIds, zonesNamed, passageIds, deviceIds };
}

/** Converts a filter by tag categories into one by tags. */
function inCategories({ exclude, ids }: IdFilter, tagCategories: readonly TagCategory[]): IdFilter {
  const tags = tagCategories.filter(({ id }) => ids.includes(id)).flatMap((category) => category.tags);
  return { exclude, ids: tags.map(({ id }) => id) };
}

/** Returns the ids with those of the tags that are part of them, at any depth. */
export function addInnerTags(ids: readonly number[], tagCategories: readonly TagCategory[]): ReadonlySet<number> {
  const all = new Set(ids);
  const inner = findInnerTags(tagCategories);
  // The set grows while it is walked, so the tags of added ones are added too.
  for (const id of all) for (const { id: each } of inner.get(id) ?? []) all.add(each);
  return all;
}

type TagsByParent = ReadonlyMap<number, readonly CategoryTag[]>;

/** Categories are immutable, and each query asks for every site. */
const innerTags = new WeakMap<readonly TagCategory[], TagsByParent>();

function findInnerTags(tagCategories: readonly TagCategory[]): TagsByParent {
  const known = innerTags.get(tagCategories);
  if (known !== undefined) return known;
  const tags = tagCategories.flatMap((category) => category.tags).filter(({ parentId }) => parentId != null);
  const found = Map.groupBy(tags, ({ parentId }) => parentId as number);
  innerTags.set(tagCategories, found);
  return found;
}

/** Whether the whole site, rather than some of its zones, has any of the tags. */
export function hasTag({ tagIds = [] }: Topology, ids: Iterable<number>): boolean {
  const wanted = new Set(ids);
  return tagIds.some((id) => wanted.has(id));
}

function partition<One>(all: readonly One[], belongs: (one: One) => boolean): [One[], One[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}

function selectZones({ zones }: MeasurementQuery, site: Topology, tags: readonly IdFilter[]): ZoneId[] {
  const named = [zones, ...tags].some((filter) => filter !== null && !filter.exclude);
  const candidates = named ? site.zones : listTopZones(site.zones);
  return candidates
    .filter((zone) => passes(zones, zone.id) && tags.every((filter) => passesTags(filter, zone.tagIds)))
    .map((zone) => zone.id);
}

function passesTags({ exclude, ids }: IdFilter, tagIds: readonly number[]): boolean {
  return exclude !== tagIds.some((id) => ids.includes(id));
}

function selectIds(filter: IdFilter | null, ids: readonly number[]): ReadonlySet<number> | null {
  return filter === null ? null : new Set(ids.filter((id) => passes(filter, id)));
}

function passes(filter: IdFilter | null, id: number): boolean {
  return filter === null || filter.ids.includes(id) !== filter.exclude;
}

const dayMs = 86_400_000;

/** Returns the queried time in ms; one day (today) without a period. */
export function getQueryLength({ periods }: MeasurementQuery): number {
  if (periods.length === 0) return dayMs;
  return periods.reduce(
    (sum, period) =>
      sum +
      (period.kind === 'span'
        ? period.span.to - period.span.from
        : dateToWall(period.days.to, 0) - dateToWall(period.days.from, 0)),
    0,
  );
}

/** Maximum days times sites of a query that runs beside page queries: a month of ten sites. */
const maxSiteDays = 310;

/** Whether a query occupies the engine so long that others must not wait behind it. */
export function isLarge({ query, sites }: Pick<ScopedQuery, 'query' | 'sites'>): boolean {
  return (getQueryLength(query) / dayMs) * sites.length > maxSiteDays;
}
