import { type WidgetType, widgetVersion } from '../../definitions/index.ts';
import { type Place, rowsOfHeight, withinPage } from '../../layout/index.ts';
import { specOf } from '../registry.ts';
import type { Stored } from '../stored.ts';
import type { WidgetSize } from '../widget-spec.ts';

/** Returns the default size of a type, in columns and rows. */
export function usualExtent(type: WidgetType, { columns, height }: WidgetSize): Pick<Place, 'columns' | 'rows'> {
  return withinPage({ column: 0, row: 0, columns, rows: rowsOfHeight(height, specOf(type).outline === 'cards') });
}

/** Builds a new widget for the gallery, with the metrics its type requires. */
export function freshWidget(
  type: WidgetType,
  of: { readonly title: string; readonly metrics: readonly string[] },
): Stored {
  const { asksFor } = specOf(type);
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
