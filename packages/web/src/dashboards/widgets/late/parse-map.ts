import { omitNulls } from '@atrium/domain/core';
import { type MapConfig, parseMapConfig } from '@atrium/domain/map-views';
import type { WidgetMapViewQuery } from './operations.generated.ts';

export interface MapPicture {
  readonly url: string | null;
  readonly backgroundColor: string | null;
}

export interface MapLayer extends MapPicture {
  readonly name: string;
}

/** A map to draw: its configuration and the URLs of its pictures. */
export interface ShownMap {
  readonly config: MapConfig;
  readonly backgrounds: readonly MapPicture[];
  readonly layers: readonly MapLayer[];
}

/** Parses a map. Returns null if it is invalid, so that the page does not break. */
export function parseMap(answer: WidgetMapViewQuery['mapViewConfigByZoneId'][number] | undefined): ShownMap | null {
  if (!answer) return null;
  const { backgrounds, layers, zoneId: _zone, ...fields } = answer;
  const config = parseMapConfig(omitNulls(fields));
  return config.ok ? { config: config.value, backgrounds, layers } : null;
}
