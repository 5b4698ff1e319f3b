import { stated } from '@atrium/domain/core';
import { type MapConfig, parseMapConfig } from '@atrium/domain/map-views';
import type { WidgetMapViewQuery } from './operations.generated.ts';

export interface MapPicture {
  readonly url: string | null;
  readonly backgroundColor: string | null;
}

export interface MapLayer extends MapPicture {
  readonly name: string;
}

/** A map as it is drawn: its configuration, and where its pictures are. */
export interface ShownMap {
  readonly config: MapConfig;
  readonly backgrounds: readonly MapPicture[];
  readonly layers: readonly MapLayer[];
}

/** A map that cannot be read is no map, not a broken page. */
export function readMap(answer: WidgetMapViewQuery['mapViewConfigByZoneId'][number] | undefined): ShownMap | null {
  if (!answer) return null;
  const { backgrounds, layers, zoneId: _zone, ...fields } = answer;
  const config = parseMapConfig(stated(fields));
  return config.ok ? { config: config.value, backgrounds, layers } : null;
}
