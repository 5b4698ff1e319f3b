import { type WidgetType, widgetVersion } from '../../definitions/index.ts';
import { type Place, withinPage } from '../../layout/index.ts';
import { specOf } from '../registry.ts';
import type { Stored } from '../stored.ts';
import type { WidgetSize } from '../widget-spec.ts';

/** px of a row and of the gap between two: what places count in. */
export const gridRow = { height: 40, gap: 12 } as const;

/** px of what stands around a picture in its card: margins, head and second line. */
export const cardFrame = 66;

/** Rows of a widget whose picture is so high; figures are cards themselves and have no frame but their head. */
export function rowsOfHeight(height: number, isBare: boolean): number {
  return Math.ceil((height + (isBare ? 28 : cardFrame) + gridRow.gap) / (gridRow.height + gridRow.gap));
}

/** px of the picture in a card of so many rows. */
export function heightOfRows(rows: number, isBare: boolean): number {
  return rows * (gridRow.height + gridRow.gap) - gridRow.gap - (isBare ? 28 : cardFrame);
}

/** A place as big as its type usually is. */
export function usualExtent(type: WidgetType, { columns, height }: WidgetSize): Pick<Place, 'columns' | 'rows'> {
  return withinPage({ column: 0, row: 0, columns, rows: rowsOfHeight(height, specOf(type).outline === 'cards') });
}

/** A widget as it comes from the gallery: about one metric where its type asks for any. */
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
