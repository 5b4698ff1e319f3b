import { type WidgetType, widgetVersion } from '../../definitions/index.ts';
import { clampToPage, heightToRows, type Place } from '../../layout/index.ts';
import { getWidgetSpec } from '../registry.ts';
import type { Stored } from '../stored.ts';
import type { WidgetSize } from '../widget-spec.ts';

/** Returns the default size of a type, in columns and rows. */
export function getTypeExtent(type: WidgetType, { columns, height }: WidgetSize): Pick<Place, 'columns' | 'rows'> {
  return clampToPage({
    column: 0,
    row: 0,
    columns,
    rows: heightToRows(height, getWidgetSpec(type).outline === 'cards'),
  });
}

/** Builds a new widget for the gallery, with the metrics its type requires. */
export function createWidget(
  type: WidgetType,
  of: { readonly title: string; readonly metrics: readonly string[] },
): Stored {
  const { asksFor } = getWidgetSpec(type);
  const metrics = of.metrics.slice(0, asksFor).map((metric) => ({ type: metric }));
  return {
    version: widgetVersion,
    id: 1,
    order: 0,
    type,
    title: of.title,
    ...(metrics.length === 0 ? {} : { metrics }),
  };
}
