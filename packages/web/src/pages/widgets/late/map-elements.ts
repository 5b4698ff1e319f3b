import { omitNulls, type ZoneId } from '@atrium/domain/core';
import {
  getElementKey,
  type MapConfig,
  type MapElement,
  type MapQuestion,
  parseMapConfig,
} from '@atrium/domain/pages/map-views';
import type { WidgetNumber } from '../pictures/widget-number.ts';
import type { WidgetMapViewQuery } from './operations.generated.ts';

export interface ShownLine {
  readonly metric: string;
  readonly label: string;
  readonly value: number | null;
  readonly text: string;
  readonly unit: string;
}

/** A map element with its values. */
export interface ShownElement {
  readonly element: MapElement;
  readonly name: string;
  /** The value that determines its color. */
  readonly main: number | null;
  /** `#rrggbb`; null if no range applies. */
  readonly fill: string | null;
  /** Empty if nothing is measured there. */
  readonly lines: readonly ShownLine[];
}

/** Returns the key of an element's number within its map; null if nothing is measured there. */
export function getNumberKey(element: MapElement, metric: string): string | null {
  const place = getElementKey(element);
  return place === null ? null : `${metric}/${place.replace(' ', '-')}`;
}

/** Returns all values of a map, each with its query. An element drawn twice counts once. */
export function listMapNumbers(
  elements: readonly ShownElement[],
  questions: readonly MapQuestion[],
): readonly WidgetNumber[] {
  const numbers = elements.flatMap(({ element, name, lines }) =>
    lines.flatMap(({ metric, label, value }): readonly WidgetNumber[] => {
      const key = getNumberKey(element, metric);
      const asked = questions.find(
        (each) => each.metric === metric && (each.place ?? zone(element)) === getElementKey(element),
      );
      if (value === null || key === null || asked === undefined) return [];
      const zoneId = (element.zoneId ?? null) as ZoneId | null;
      const groups = asked.place === null ? [{ type: 'ZONE_ID', label: name, zoneId }] : [];
      return [{ key, metric, index: null, name: `${name} · ${label}`, place: name, query: asked.query, groups }];
    }),
  );
  return [...new Map(numbers.map((number) => [number.key, number])).values()];
}

/**
 * Returns the key of an element's zone; null without a zone. A query without a place covers all zones, so its number is
 * narrowed to this one.
 */
const zone = ({ zoneId }: MapElement) => (zoneId === undefined ? null : `zone ${zoneId}`);

export interface MapPicture {
  readonly url: string | null;
  readonly backgroundColor: string | null;
}

interface MapLayer extends MapPicture {
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
