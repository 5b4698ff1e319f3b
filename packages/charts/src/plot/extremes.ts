import type { Rect, TextWidth } from '../drawing/geometry.ts';

/** The highest or the lowest value of a series, and its mark. */
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

/** px of a line of 12 px text, from a mark to the baseline above and below it, and between two labels. */
const line = 14;
const lift = 6;
const drop = 16;
const apart = 4;

/**
 * The highest values above their marks and the lowest below, within the plot. A label that would cover another goes to
 * the other side of its mark, and away from `others`; where there is no room either, it is left out: the crosshair tells the value.
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
