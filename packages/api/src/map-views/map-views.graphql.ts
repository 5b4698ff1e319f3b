import { id, type ZoneId } from '@atrium/domain/core';
import type { Builder } from '../platform/graphql/builder.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import { type MapView, type MapViewDependencies, readMapView } from './read-map-view.ts';

/** `mapViewConfigByZoneId`: pictures of a zone and the places on them. */
export function registerMapViews(builder: Builder, dependencies: MapViewDependencies): void {
  const mapView = builder.objectRef<MapView>('MapViewConfig').implement({
    description: 'Lengths are in units of the map, which is `width` by `height`.',
    fields: (t) => {
      const json = (name: keyof MapView) =>
        t.field({ type: 'JSON', nullable: true, resolve: (view) => view[name] ?? null });
      return {
        zoneId: t.exposeInt('zoneId'),
        version: t.exposeInt('version'),
        width: t.int({ nullable: true, resolve: ({ width }) => width ?? null }),
        height: t.int({ nullable: true, resolve: ({ height }) => height ?? null }),
        maxWidth: t.int({ nullable: true, description: 'Pixels.', resolve: ({ maxWidth }) => maxWidth ?? null }),
        elements: json('elements'),
        backgrounds: json('backgrounds'),
        layers: json('layers'),
        showList: t.boolean({ resolve: ({ showList }) => showList ?? false }),
        hideMetricsName: t.boolean({ resolve: ({ hideMetricsName }) => hideMetricsName ?? false }),
        legends: json('legends'),
        filterType: t.string({ resolve: ({ filterType }) => filterType ?? 'metric' }),
        filterOptions: json('filterOptions'),
        metrics: json('metrics'),
        tooltipConfig: json('tooltipConfig'),
        legendConfig: json('legendConfig'),
        colorimetryConfig: json('colorimetryConfig'),
      };
    },
  });
  builder.queryField('mapViewConfigByZoneId', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [mapView],
      length: { most: 1 },
      cost: () => 5000,
      description: 'One, or none where nobody has drawn a map of the zone.',
      args: { zoneId: t.arg.int({ required: true }) },
      resolve: async (_root, { zoneId }, { scope }) => [
        ...orThrow(await readMapView(dependencies, scope, id<ZoneId>(zoneId))),
      ],
    }),
  );
}
