import { createContext, useContext } from 'react';

/** The organization's colors, by metric id. */
export const MetricColors = createContext<Readonly<Record<string, string>>>({});

/** Returns the organization's color for a metric; null for the theme's. */
export function useMetricColor(metric: string | undefined): string | null {
  return useContext(MetricColors)[metric ?? ''] ?? null;
}
