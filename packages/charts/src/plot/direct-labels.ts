import type { Rect, TextWidth } from '../drawing/geometry.ts';
import type { PlotInput } from './plot-input.ts';
import type { PlotLine } from './plot-marks.ts';

const lineHeight = 14;

/** Places names at the ends of their lines, without overlaps and within the plot. */
export function placeEndLabels(input: PlotInput, lines: readonly PlotLine[], plot: Rect) {
  const ends = lines
    .flatMap(({ key, color, dots }) => {
      const last = dots.at(-1);
      const name = input.series.find((series) => series.key === key)?.name ?? '';
      return last === undefined ? [] : [{ key, color, y: last.y, text: name }];
    })
    .sort((one, other) => one.y - other.y);
  const placed: { key: string; color: string; y: number; text: string }[] = [];
  for (const end of ends)
    placed.push({ ...end, y: Math.max(end.y, (placed.at(-1)?.y ?? Number.NEGATIVE_INFINITY) + lineHeight) });
  let floor = plot.y + plot.height;
  for (let index = placed.length - 1; index >= 0; index--) {
    const label = placed[index];
    if (label === undefined || label.y <= floor) break;
    label.y = floor;
    floor -= lineHeight;
  }
  return placed;
}

/** The highest or lowest value of a series, at its position. */
export interface Extreme {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly isHigh: boolean;
}

export interface PlacedLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** In px: height of a line of 12 px text, baseline above and below a mark, and gap between two labels. */
const line = 14;
const lift = 6;
const drop = 16;
const apart = 4;

/**
 * Places the maxima above their marks and the minima below, within the plot. A label that overlaps another or `others`
 * moves to the other side. Without room there it is omitted, because the crosshair shows the value.
 */
export function placeExtremes(
  extremes: readonly Extreme[],
  {
    plot,
    others,
    widthOf,
  }: { readonly plot: Rect; readonly others: readonly PlacedLabel[]; readonly widthOf: TextWidth },
): readonly PlacedLabel[] {
  const placed = others.map((label) => ({ label, width: widthOf(label.text) }));
  const isFree = (label: PlacedLabel, width: number) =>
    label.y - line >= plot.y - line &&
    label.y <= plot.y + plot.height - 2 &&
    placed.every(
      (other) =>
        Math.abs(label.x - other.label.x) >= (width + other.width) / 2 + apart ||
        Math.abs(label.y - other.label.y) >= line,
    );
  for (const { x, y, text, isHigh } of extremes) {
    const width = widthOf(text);
    const within = Math.max(plot.x + width / 2 + apart, Math.min(plot.x + plot.width - width / 2, x));
    const sides = isHigh ? [y - lift, y + drop] : [y + drop, y - lift];
    const label = sides.map((baseline) => ({ x: within, y: baseline, text })).find((one) => isFree(one, width));
    if (label) placed.push({ label, width });
  }
  return placed.slice(others.length).map(({ label }) => label);
}
