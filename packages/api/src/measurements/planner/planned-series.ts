import {
  type DescriptorKey,
  descriptorOf,
  type GroupBy,
  isDescriptorCriterion,
  type MeasurementQuery,
  type Metric,
  quantitiesOf,
  type Source as Readable,
} from '@atrium/domain/measurements';
import type { SiteSelection } from './scoped-query.ts';
import { type Source, sourcesOf } from './sources.ts';

/** One area, passage or device whose numbers are asked for, and where it stands in the groupings. */
export interface PlannedSeries {
  readonly selection: SiteSelection;
  /** By position in the query's groupings; absent where a grouping is not about places. */
  readonly groups: ReadonlyMap<number, PlaceGroup>;
  /** Of each quantity of the metric (a ratio has two). */
  readonly sources: readonly (readonly Source[])[];
}

/** Grouped by key, because two zones may share a name. */
export interface PlaceGroup {
  readonly key: string;
  readonly label: string;
}

type Part = Omit<PlannedSeries, 'sources'>;

/** Splits a site's selection as the groupings say, outermost first, and finds the readings behind each part. */
export function planSeries(selection: SiteSelection, query: MeasurementQuery, metric: Metric): PlannedSeries[] {
  const quantities = quantitiesOf(metric);
  const first = (quantities[0] as (typeof quantities)[number]).expression;
  let parts: Part[] = [{ selection, groups: new Map() }];
  for (const [index, group] of query.groupBy.entries()) {
    const split = splitters[group.type];
    if (split === undefined) continue;
    parts = parts.flatMap((part) =>
      split(part.selection, query, first).map(({ key, label, selection: narrower }) => ({
        selection: narrower,
        groups: new Map([...part.groups, [index, { key, label }]]),
      })),
    );
  }
  return parts.map((part) => ({
    ...part,
    sources: quantities.map(({ expression }) => sourcesOf(part.selection, expression, query.target)),
  }));
}

type Splitter = (
  selection: SiteSelection,
  query: MeasurementQuery,
  expression: Readable,
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

/** How a grouping about places splits a selection. Groupings that aren't listed split time or people instead. */
const splitters: Readonly<Partial<Record<GroupBy['type'], Splitter>>> = {
  ZONE: byZone((zone) => zone.name),
  ZONE_ID: byZone((zone) => `${zone.id}`),
  PASSAGE: (selection, query, expression) => {
    const found = new Set(sourcesOf(selection, expression, query.target).map((source) => source.passageId));
    return selection.topology.passages
      .filter((passage) => found.has(passage.id))
      .map(({ id, name }) => ({ key: `${id}`, label: name, selection: { ...selection, passageIds: new Set([id]) } }));
  },
  DEVICE: (selection, query, expression) => {
    const found = new Set<number>(sourcesOf(selection, expression, query.target).map((source) => source.deviceId));
    return selection.topology.devices
      .filter((device) => found.has(device.id))
      .map(({ id, name }) => ({ key: `${id}`, label: name, selection: { ...selection, deviceIds: new Set([id]) } }));
  },
};

/** The descriptors a query groups by, outermost first, each once. */
export function splitsOf(query: MeasurementQuery): DescriptorKey[] {
  const keys = query.groupBy.flatMap(({ type }) => (isDescriptorCriterion(type) ? [descriptorOf[type]] : []));
  return [...new Set(keys)];
}
