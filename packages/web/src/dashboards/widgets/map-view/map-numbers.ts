import type { ZoneId } from '@atrium/domain/core';
import { type MapElement, type MapQuestion, placeOf } from '@atrium/domain/map-views';
import type { WidgetNumber } from '../pictures/widget-number.ts';

export interface ShownLine {
  readonly metric: string;
  readonly label: string;
  readonly value: number | null;
  readonly text: string;
  readonly unit: string;
}

/** An element with what is known there. */
export interface ShownElement {
  readonly element: MapElement;
  readonly name: string;
  /** What colours it. */
  readonly main: number | null;
  /** `#rrggbb`; null where nothing says one. */
  readonly fill: string | null;
  /** None where nothing is measured. */
  readonly lines: readonly ShownLine[];
}

/** The name of a place's number among those of its map; null where nothing is measured. */
export function numberKey(element: MapElement, metric: string): string | null {
  const place = placeOf(element);
  return place === null ? null : `${metric}/${place.replace(' ', '-')}`;
}

/** All that is known on a map, each with the question it was answered by. A place drawn twice has its numbers once. */
export function numbersOfMap(
  elements: readonly ShownElement[],
  questions: readonly MapQuestion[],
): readonly WidgetNumber[] {
  const numbers = elements.flatMap(({ element, name, lines }) =>
    lines.flatMap(({ metric, label, value }): readonly WidgetNumber[] => {
      const key = numberKey(element, metric);
      const asked = questions.find(
        (each) => each.metric === metric && (each.place ?? zone(element)) === placeOf(element),
      );
      if (value === null || key === null || asked === undefined) return [];
      const zoneId = (element.zoneId ?? null) as ZoneId | null;
      const groups = asked.place === null ? [{ type: 'ZONE_ID', label: name, zoneId }] : [];
      return [{ key, metric, index: null, name: `${name} · ${label}`, place: name, query: asked.query, groups }];
    }),
  );
  return [...new Map(numbers.map((number) => [number.key, number])).values()];
}

/** What is asked of all zones at once is asked of a zone. */
const zone = ({ zoneId }: MapElement) => (zoneId === undefined ? null : `zone ${zoneId}`);
