import { id, omitNulls, type ZoneId } from '@atrium/domain/core';
import { mapLengths } from '@atrium/domain/pages/map-views';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import { getInputType, getOutputType, listOf, type Structure } from '../../platform/graphql/structures.ts';
import type { SchemaBuilders } from '../../platform/module.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { deleteMapView, type MapViewDependencies, saveMapView, uploadMapPicture } from './change-map-view.ts';
import { mapViewsStore } from './map-views.store.ts';
import { getPlanKey } from './pictures.ts';
import { type MapView, readMapView } from './read-map-view.ts';

const { elements, options, few } = mapLengths;
/** Maximum number of zones or passages an option may name. */
const maxNamed = 500;

const limits: Structure = { name: 'MapLimits', optional: { lower: 'Float', upper: 'Float' } };
const colorRanges = listOf(
  { name: 'MapColorRange', required: { limits, color: 'String' }, optional: { text: 'String' } },
  few,
);

const tooltipConfig: Structure = {
  name: 'MapTooltipConfig',
  optional: {
    mode: 'String',
    useTitle: 'Boolean',
    useLabel: 'Boolean',
    useUnit: 'Boolean',
    useIcon: 'Boolean',
    useValue: 'Boolean',
    backgroundColors: listOf('String', few),
    textColors: listOf('String', few),
  },
};

const filterOption: Structure = {
  name: 'MapFilterOption',
  required: { title: 'String' },
  optional: {
    zoneIds: listOf('Int', maxNamed),
    passageIds: listOf('Int', maxNamed),
    metrics: listOf('String', few),
    hideMetricsName: 'Boolean',
    hideTooltipCaptions: 'Boolean',
    tooltipConfig,
  },
};

const tooltip: Structure = {
  name: 'MapTooltip',
  optional: {
    title: 'String',
    captions: listOf('String', few),
    color: 'String',
    background: 'String',
    fontSize: 'Int',
    hideCaptions: 'Boolean',
    backgroundColors: listOf('String', few),
    textColors: listOf('String', few),
    position: 'String',
  },
};

const element: Structure = {
  name: 'MapElement',
  optional: {
    zoneId: 'Int',
    passageId: 'Int',
    deviceId: 'Int',
    x: 'Float',
    y: 'Float',
    height: 'Float',
    width: 'Float',
    path: 'String',
    name: 'String',
    tagId: 'Int',
    tooltipPosition: 'String',
    backgroundColor: 'String',
    textColor: 'String',
    colorimetry: {
      name: 'MapElementColorimetry',
      required: { limits, color: 'String' },
      optional: { suffix: 'String' },
    },
    tooltip,
    strokeColor: 'String',
    strokeWidth: 'Float',
    opacity: 'Float',
  },
};

const colorimetryConfig: Structure = {
  name: 'MapColorimetryConfig',
  optional: {
    isLegendHidden: 'Boolean',
    useRelativeScale: 'Boolean',
    colorRanges,
    metricRanges: listOf({ name: 'MapMetricRange', required: { type: 'String', colorRanges } }, few),
    position: 'String',
  },
};

const point: Structure = { name: 'MapPoint', required: { x: 'Float', y: 'Float' } };
const scale: Structure = {
  name: 'MapScale',
  description: 'How long the line between two points is in the building.',
  required: { from: point, to: point, metres: 'Float' },
};

/** Fields that are the same in input and output. */
const alike: Structure['optional'] = {
  width: 'Int',
  height: 'Int',
  scale,
  maxWidth: 'Int',
  legends: listOf({ name: 'MapLegend', required: { color: 'String', caption: 'String' } }, options),
  filterOptions: listOf(filterOption, options),
  metrics: listOf({ name: 'MapMetric', required: { type: 'String' }, optional: { colorRanges } }, few),
  tooltipConfig,
  legendConfig: { name: 'MapLegendConfig', optional: { isHidden: 'Boolean', position: 'String' } },
  colorimetryConfig,
};

const shown = { file: 'String', url: 'String', backgroundColor: 'String' } as const;

/** Output type of a map: pictures have URLs. */
const shownMap: Structure = {
  name: 'MapViewConfig',
  description: 'Lengths are in units of the map, which is `width` by `height`; `maxWidth` is pixels.',
  required: {
    zoneId: 'Int',
    revision: 'String',
    version: 'Int',
    elements: listOf(element, elements),
    showList: 'Boolean',
    hideMetricsName: 'Boolean',
    filterType: 'String',
    backgrounds: listOf({ name: 'MapBackground', optional: shown }, few),
    layers: listOf({ name: 'MapLayer', required: { name: 'String' }, optional: shown }, few),
  },
  optional: alike,
};

/** Input type of a map: pictures have the names they were uploaded with. */
const writtenMap: Structure = {
  name: 'MapViewConfig',
  required: { elements: listOf(element, elements) },
  optional: {
    ...alike,
    showList: 'Boolean',
    hideMetricsName: 'Boolean',
    filterType: 'String',
    backgrounds: listOf(
      { name: 'MapBackground', required: { file: 'String' }, optional: { backgroundColor: 'String' } },
      few,
    ),
    layers: listOf(
      { name: 'MapLayer', required: { name: 'String' }, optional: { file: 'String', backgroundColor: 'String' } },
      few,
    ),
  },
};

/** Defaults of fields a map leaves out. */
const usual = { showList: false, hideMetricsName: false, filterType: 'metric' } as const;
type ShownMap = Required<Pick<MapView, keyof typeof usual>> & MapView;

/** Floor plans, and maps of zones on them. */
export const createMapViewsModule = (dependencies: MapViewDependencies) => ({
  services: { getPlanKey },
  graphql: ({ main }: SchemaBuilders) => registerMapViews(main, dependencies),
});

/**
 * Registers the maps of zones. Reading requires the right to see numbers; writing, the right to edit the organization.
 */
function registerMapViews(builder: Builder, dependencies: MapViewDependencies): void {
  const mapView = getOutputType<ShownMap>(builder, shownMap);
  const config = getInputType(builder, writtenMap);
  // Reads the dependencies at the time of a request, not when the schema is built.
  const read = async (scope: Scope, zoneId: number): Promise<ShownMap[]> => {
    const { db, sites, files } = dependencies;
    const reads = { store: mapViewsStore(db), sites, addressOf: files.addresses.addressOf };
    return orThrow(await readMapView(reads, scope, id<ZoneId>(zoneId))).map((map) => ({ ...usual, ...map }));
  };
  builder.queryField('mapViewConfigByZoneId', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [mapView],
      length: { most: 1 },
      cost: () => 5000,
      description: 'One, or none where nobody has drawn a map of the zone.',
      args: { zoneId: t.arg.int({ required: true }) },
      resolve: (_root, { zoneId }, { scope }) => read(scope, zoneId),
    }),
  );
  builder.mutationField('saveMapView', (t) =>
    t.withAuth({ area: 'editOrganization' }).field({
      type: mapView,
      cost: () => 20_000,
      description: 'Draws the map of a zone, in the place of the one it has.',
      args: {
        zoneId: t.arg.int({ required: true }),
        config: t.arg({ type: config, required: true }),
        revision: t.arg.string({
          description: 'Of the map that was read, `none` of one that was not there; left out: whatever is there now.',
        }),
      },
      resolve: async (_root, { zoneId, config: written, revision }, { scope }) => {
        const given = omitNulls(written) as Readonly<Record<string, unknown>>;
        orThrow(await saveMapView(dependencies, scope, id<ZoneId>(zoneId), given, revision ?? null));
        const [saved] = await read(scope, zoneId);
        if (saved === undefined) throw new Error('a map that was saved is gone');
        return saved;
      },
    }),
  );
  builder.mutationField('deleteMapView', (t) =>
    t.withAuth({ area: 'editOrganization' }).boolean({
      description: 'With its pictures, but for the plan.',
      args: { zoneId: t.arg.int({ required: true }) },
      resolve: async (_root, { zoneId }, { scope }) =>
        orThrow(await deleteMapView(dependencies, scope, id<ZoneId>(zoneId))),
    }),
  );
  builder.mutationField('uploadMapPicture', (t) =>
    t.withAuth({ area: 'editOrganization' }).string({
      cost: () => 100_000,
      description: 'An image of at most 1 MB for the map of a zone; null takes it away. Answers what maps call it by.',
      args: {
        zoneId: t.arg.int({ required: true }),
        name: t.arg.string({ required: true, description: 'plan is the one that heatmaps lie on too.' }),
        file: t.arg({ type: 'File' }),
      },
      resolve: async (_root, { zoneId, name, file }, { scope, signal }) => {
        const bytes = file ? new Uint8Array(await file.arrayBuffer()) : null;
        return orThrow(
          await uploadMapPicture(dependencies, scope, { zoneId: id<ZoneId>(zoneId), name, bytes }, signal),
        );
      },
    }),
  );
}
