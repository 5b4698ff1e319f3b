import type { MeasureWidth } from '../../../platform/drawing/index.ts';

/** A chart as a standalone SVG. Sizes in px. */
export interface DrawnChart {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Settings for drawing a chart. */
export interface ChartStyle {
  /** px. */
  readonly width: number;
  readonly dayHeight: number;
  readonly rowHeight: number;
  /** Background color. Null: that of the page. */
  readonly ground: string | null;
  /** `#rrggbb` of the bars. */
  readonly color: string;
  readonly widthOf: MeasureWidth;
}
