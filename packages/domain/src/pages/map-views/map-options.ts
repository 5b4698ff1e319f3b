import { buildRelativeRanges } from './map-colors.ts';
import type { ColorRange, MapConfig, MapElement, MapFilterOption } from './map-config.ts';

/**
 * Returns the options of the map's dropdown: its own, or one per metric if it is filtered by metric. `titleOf` returns
 * the display name of a metric.
 */
export function listMapOptions(config: MapConfig, titleOf: (metric: string) => string): readonly MapFilterOption[] {
  if (config.filterType === 'custom') return config.filterOptions ?? [];
  return (config.metrics ?? []).map(({ type }) => ({ title: titleOf(type), metrics: [type] }));
}

/** Returns the metrics of an option, or else all of the map's. The first one determines the colours. */
export function listOptionMetrics(config: MapConfig, option: MapFilterOption | null): readonly string[] {
  return option?.metrics ?? (config.metrics ?? []).map(({ type }) => type);
}

/**
 * Returns the elements shown with an option: its zones and passages, or all. Unmeasured elements are always shown;
 * devices never, because readers look at places.
 */
export function listOptionElements(config: MapConfig, option: MapFilterOption | null): readonly MapElement[] {
  const { zoneIds, passageIds } = option ?? {};
  const places = config.elements.filter(({ deviceId }) => deviceId === undefined);
  if (zoneIds === undefined && passageIds === undefined) return places;
  return places.filter(({ zoneId, passageId }) => {
    if (zoneId !== undefined) return zoneIds?.includes(zoneId) ?? false;
    return passageId === undefined || (passageIds?.includes(passageId) ?? false);
  });
}

/**
 * Returns the colour ranges of a metric for the values on the map. Uses the metric's own ranges, or else those of the
 * map, which may be relative.
 */
export function getColorRanges(config: MapConfig, metric: string, values: readonly number[]): readonly ColorRange[] {
  const ranges = ownRanges(config, metric) ?? config.colorimetryConfig?.colorRanges ?? [];
  return isRelative(config, metric) ? buildRelativeRanges(ranges, values) : ranges;
}

/** Whether a metric's colours are relative to the current values. */
export function isRelative(config: MapConfig, metric: string): boolean {
  return config.colorimetryConfig?.useRelativeScale === true && ownRanges(config, metric) === undefined;
}

function ownRanges({ colorimetryConfig, metrics }: MapConfig, metric: string): readonly ColorRange[] | undefined {
  const isIt = ({ type }: { readonly type: string }) => type === metric;
  return colorimetryConfig?.metricRanges?.find(isIt)?.colorRanges ?? metrics?.find(isIt)?.colorRanges;
}
