import { relativeRanges } from './color-scale.ts';
import type { ColorRange, MapConfig, MapElement, MapFilterOption } from './map-config.ts';

/**
 * What the map's dropdown offers: its own options, or where it is filtered by metric one option a metric. `titleOf`
 * names a metric for people.
 */
export function mapOptions(config: MapConfig, titleOf: (metric: string) => string): readonly MapFilterOption[] {
  if (config.filterType === 'custom') return config.filterOptions ?? [];
  return (config.metrics ?? []).map(({ type }) => ({ title: titleOf(type), metrics: [type] }));
}

/** The metrics shown with an option, the first of them the one that colours: its own, else all of the map's. */
export function metricsOf(config: MapConfig, option: MapFilterOption | null): readonly string[] {
  return option?.metrics ?? (config.metrics ?? []).map(({ type }) => type);
}

/**
 * The elements shown with an option: of its zones and passages where it names any. What measures nothing always is, but
 * for devices: whoever reads the map looks at places.
 */
export function elementsOf(config: MapConfig, option: MapFilterOption | null): readonly MapElement[] {
  const { zoneIds, passageIds } = option ?? {};
  const places = config.elements.filter(({ deviceId }) => deviceId === undefined);
  if (zoneIds === undefined && passageIds === undefined) return places;
  return places.filter(({ zoneId, passageId }) => {
    if (zoneId !== undefined) return zoneIds?.includes(zoneId) ?? false;
    return passageId === undefined || (passageIds?.includes(passageId) ?? false);
  });
}

/**
 * The scale a metric is coloured by, given the values on the map: its own ranges as they are, else those of the whole
 * map, which may be laid over what is there.
 */
export function rangesOf(config: MapConfig, metric: string, values: readonly number[]): readonly ColorRange[] {
  const ranges = ownRanges(config, metric) ?? config.colorimetryConfig?.colorRanges ?? [];
  return isRelative(config, metric) ? relativeRanges(ranges, values) : ranges;
}

/** Whether a metric's colours are laid over what is there now. */
export function isRelative(config: MapConfig, metric: string): boolean {
  return config.colorimetryConfig?.useRelativeScale === true && ownRanges(config, metric) === undefined;
}

function ownRanges({ colorimetryConfig, metrics }: MapConfig, metric: string): readonly ColorRange[] | undefined {
  const isIt = ({ type }: { readonly type: string }) => type === metric;
  return colorimetryConfig?.metricRanges?.find(isIt)?.colorRanges ?? metrics?.find(isIt)?.colorRanges;
}
