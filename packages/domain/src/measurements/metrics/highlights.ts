/** How much of a metric's colour its highlights keep, in percent: behind a row, behind what is chosen, along an edge. */
const highlightOpacities = [5, 15, 45] as const;

/** The highlights of a colour, `#rrggbbaa`, the faintest first. */
export function highlightsOf(color: string): readonly string[] {
  return highlightOpacities.map(
    (percent) =>
      `${color}${Math.round((percent / 100) * 255)
        .toString(16)
        .padStart(2, '0')}`,
  );
}
