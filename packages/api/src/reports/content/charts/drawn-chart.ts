import type { WidthOf } from '../../../platform/drawing/index.ts';

/** A chart as an SVG of its own, px. */
export interface DrawnChart {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** What a chart is drawn on. */
export interface ChartSheet {
  /** px. */
  readonly width: number;
  readonly dayHeight: number;
  readonly rowHeight: number;
  /** A colour behind the chart; null: the page's own. */
  readonly ground: string | null;
  /** `#rrggbb` of the bars. */
  readonly color: string;
  readonly widthOf: WidthOf;
}
