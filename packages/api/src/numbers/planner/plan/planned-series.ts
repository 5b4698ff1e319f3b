import {
  criterionDescriptors,
  type DescriptorKey,
  type GroupBy,
  getQuantities,
  isDescriptorCriterion,
  type MeasurementQuery,
  type Metric,
  type Source as Readable,
} from '@atrium/domain/numbers';
import { selfOrDescendants, type Zone } from '@atrium/domain/sites';
import type { HasReported } from './reporting-places.ts';
import { addInnerTags, hasTag, type SiteSelection, type TagCategory } from './scoped-query.ts';
import { findSources, type Source } from './sources.ts';

/** Queried area, passage or device, with its position in the groupings. */
export interface PlannedSeries {
  readonly selection: SiteSelection;
  /** By position in the query's groupings; absent where a grouping is not about places. */
  readonly groups: ReadonlyMap<number, PlaceGroup>;
  /** By quantity of the metric (a ratio has two). */
  readonly sources: readonly (readonly Source[])[];
}

/** Group identified by key, because two zones may share a name. Places keep their site's order, tags their own. */
export interface PlaceGroup {
  readonly key: string;
  readonly label: string;
  readonly order?: number;
  /** Position among those of its site. */
  readonly place?: number;
}

type Part = Omit<PlannedSeries, 'sources'>;

/** Splits a site's selection by the groupings, outermost first, and finds the sources of each part. */
export function planSeries(
  selection: SiteSelection,
  query: MeasurementQuery,
  metric: Metric,
  tagCategories: readonly TagCategory[],
  tells: HasReported,
): PlannedSeries[] {
  const quantities = getQuantities(metric);
  const first = (quantities[0] as (typeof quantities)[number]).expression;
  let parts: Part[] = [{ selection, groups: new Map() }];
  // Areas are split first, wherever they come in the query, because they determine the doors and devices.
  const groupings = [...query.groupBy.entries()].sort(([, one], [, other]) => depthOf(one) - depthOf(other));
  for (const [index, group] of groupings) {
    const split = splitters[group.type];
    if (split === undefined) continue;
    parts = parts.flatMap((part) =>
      split(part.selection, { query, group, expression: first, tagCategories, tells }).map(
        ({ selection: narrower, ...place }) => ({
          selection: narrower,
          groups: new Map([...part.groups, [index, place]]),
        }),
      ),
    );
  }
  const descriptors = listAskedDescriptors(query);
  return parts.map((part) => ({
    ...part,
    sources: quantities.map(({ expression }) =>
      findSources(part.selection, expression, query, tells, {
        descriptors,
        dropsSubMeters: expression.type === 'metered',
      }),
    ),
  }));
}

const listAskedDescriptors = (query: MeasurementQuery): readonly string[] => [
  ...getSplits(query),
  ...query.descriptors.map(({ key }) => key),
];

/** Returns what can be split by place: also the meters below a main meter, each with its own readings. */
const findPlacedSources = (selection: SiteSelection, { query, expression, tells }: Splitting): readonly Source[] =>
  findSources(selection, expression, query, tells, {
    descriptors: listAskedDescriptors(query),
    dropsSubMeters: false,
  });

const depthOf = ({ type }: GroupBy) => (type === 'PASSAGE' || type === 'DEVICE' ? 1 : 0);

interface Splitting {
  readonly query: MeasurementQuery;
  readonly group: GroupBy;
  readonly expression: Readable;
  readonly tagCategories: readonly TagCategory[];
  readonly tells: HasReported;
}

type Splitter = (
  selection: SiteSelection,
  splitting: Splitting,
) => (PlaceGroup & { readonly selection: SiteSelection })[];

const byZone =
  (label: (zone: { readonly id: number; readonly name: string }) => string): Splitter =>
  (selection) =>
    selection.topology.zones
      .filter((zone) => selection.zoneIds.includes(zone.id))
      .sort((left, right) => left.order - right.order || left.id - right.id)
      .map((zone) => ({
        key: `${zone.id}`,
        label: label(zone),
        selection: { ...selection, zoneIds: [zone.id], zonesNamed: true },
      }));

/**
 * Returns the zones of the selection with any of a group's tags, as one area, or the selection if its site has one.
 * Groups without such a zone are skipped.
 */
function byTags(
  selection: SiteSelection,
  groups: readonly { readonly id: number; readonly name: string; readonly tagIds: readonly number[] }[],
): ReturnType<Splitter> {
  const within = selfOrDescendants(selection.topology.zones, selection.zoneIds);
  const candidates = selection.topology.zones.filter((zone) => within.has(zone.id));
  return groups.flatMap(({ id, name, tagIds }, order) => {
    if (hasTag(selection.topology, tagIds)) return [{ key: `${id}`, label: name, order, selection }];
    const tagged = candidates.filter((zone: Zone) => zone.tagIds.some((tag) => tagIds.includes(tag)));
    const zoneIds = tagged.map((zone) => zone.id);
    return zoneIds.length === 0
      ? []
      : [{ key: `${id}`, label: name, order, selection: { ...selection, zoneIds, zonesNamed: true } }];
  });
}

/** How groupings about places split a selection. Groupings not listed split time or people. */
const splitters: Readonly<Partial<Record<GroupBy['type'], Splitter>>> = {
  // The zones of a site stay one area, so that doors between two of them are inner.
  INSTALLATION: (selection) => {
    const label = `${selection.topology.installationId}`;
    return [{ key: label, label, selection }];
  },
  COUNTRY: (selection) => {
    const label = selection.topology.country ?? 'unknown';
    return [{ key: label, label, selection }];
  },
  ZONE: byZone((zone) => zone.name),
  ZONE_ID: byZone((zone) => `${zone.id}`),
  TAG: (selection, { group, tagCategories }) =>
    byTags(
      selection,
      tagCategories
        .flatMap((category) => category.tags)
        .filter(({ id }) => group.ids?.includes(id) ?? true)
        .map(({ id, name }) => ({ id, name, tagIds: [...addInnerTags([id], tagCategories)] })),
    ),
  TAG_CATEGORY: (selection, { group, tagCategories }) =>
    byTags(
      selection,
      tagCategories
        .filter(({ id }) => group.ids?.includes(id) ?? true)
        .map(({ id, name, tags }) => ({ id, name, tagIds: tags.map((tag) => tag.id) })),
    ),
  PASSAGE: (selection, splitting) => {
    const found = new Set(findPlacedSources(selection, splitting).map((source) => source.passageId));
    return selection.topology.passages.flatMap(({ id, name }, place) =>
      found.has(id)
        ? [{ key: `${id}`, label: name, place, selection: { ...selection, passageIds: new Set([id]) } }]
        : [],
    );
  },
  DEVICE: (selection, splitting) => {
    const found = new Set<number>(findPlacedSources(selection, splitting).map((source) => source.deviceId));
    return selection.topology.devices.flatMap(({ id, name }, place) =>
      found.has(id)
        ? [
            {
              key: `${id}`,
              label: name,
              place,
              selection: { ...selection, deviceIds: new Set([id]), devicesAmong: selection.deviceIds },
            },
          ]
        : [],
    );
  },
};

/** Returns the descriptors a query groups by, outermost first, without duplicates. */
export function getSplits(query: MeasurementQuery): DescriptorKey[] {
  const keys = query.groupBy.flatMap(({ type }) => (isDescriptorCriterion(type) ? [criterionDescriptors[type]] : []));
  return [...new Set(keys)];
}
