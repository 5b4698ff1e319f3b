import { getHighlights } from '@atrium/domain/numbers';
import { type CSSProperties, createContext, type ReactNode, useContext } from 'react';

/** The organization's colors, by metric id. */
export const MetricColors = createContext<Readonly<Record<string, string>>>({});

/** Returns the organization's color for a metric; null for the theme's. */
export function useMetricColor(metric: string | undefined): string | null {
  return useContext(MetricColors)[metric ?? ''] ?? null;
}

const colors = (color: string) => {
  const [faint, chosen, edge] = getHighlights(color);
  return { faint, chosen, edge };
};

const isColor = (color: string | null): color is string => color !== null && /^#[0-9a-f]{6}$/i.test(color);

/** Returns the CSS properties that draw a metric in its own color instead of the theme's; undefined without a color. */
export function getInkStyle(color: string | null): CSSProperties | undefined {
  if (!isColor(color)) return undefined;
  const { chosen, edge } = colors(color);
  return { '--data': color, '--scale-1': chosen, '--scale-3': edge } as CSSProperties;
}

/** H05: returns a tint in the metric's color, faint behind its figure and stronger while its explanation is open. */
export function getTintStyle(color: string | null, isChosen: boolean): CSSProperties | undefined {
  if (!isColor(color)) return undefined;
  const { faint, chosen, edge } = colors(color);
  const ground = isChosen ? chosen : faint;
  return { ...getInkStyle(color), backgroundImage: `linear-gradient(${ground}, ${ground})`, borderColor: edge };
}

/** H05: draws its children in the organization's color for the metric. */
export function Tinted({ metric, children }: { readonly metric: string | undefined; readonly children: ReactNode }) {
  const ink = getInkStyle(useMetricColor(metric));
  return ink === undefined ? children : <div style={{ ...ink, display: 'contents' }}>{children}</div>;
}
