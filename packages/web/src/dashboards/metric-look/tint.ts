import { highlightsOf } from '@atrium/domain/measurements';
import type { CSSProperties } from 'react';

const colors = (color: string) => {
  const [faint, chosen, edge] = highlightsOf(color);
  return { faint, chosen, edge };
};

const isColor = (color: string | null): color is string => color !== null && /^#[0-9a-f]{6}$/i.test(color);

/** What is drawn of a metric in its own colour instead of the theme's: lines and bars, what lies under them, what goes on. */
export function inkOf(color: string | null): CSSProperties | undefined {
  if (!isColor(color)) return undefined;
  const { chosen, edge } = colors(color);
  return { '--data': color, '--scale-1': chosen, '--scale-3': edge } as CSSProperties;
}

/** H05: highlights of the metric's own colour, faint behind its figure and stronger while it is explained, and along the edge. */
export function tintOf(color: string | null, isChosen: boolean): CSSProperties | undefined {
  if (!isColor(color)) return undefined;
  const { faint, chosen, edge } = colors(color);
  const ground = isChosen ? chosen : faint;
  return { ...inkOf(color), backgroundImage: `linear-gradient(${ground}, ${ground})`, borderColor: edge };
}
