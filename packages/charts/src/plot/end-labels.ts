import type { Rect } from '../drawing/geometry.ts';
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
