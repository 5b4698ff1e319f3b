/** Opacity of a metric's colour in percent: behind a row, behind a selection, along an edge. */
const highlightOpacities = [5, 15, 45] as const;

/** Returns the highlights of a colour as `#rrggbbaa`, the faintest first. */
export function getHighlights(color: string): readonly string[] {
  return highlightOpacities.map(
    (percent) =>
      `${color}${Math.round((percent / 100) * 255)
        .toString(16)
        .padStart(2, '0')}`,
  );
}
