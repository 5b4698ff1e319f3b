import { createContext, useContext } from 'react';

/** The colours that the organization of a page gives to metrics, by their ids. */
export const MetricColors = createContext<Readonly<Record<string, string>>>({});

/** Null where the theme's own is meant. */
export function useMetricColor(metric: string | undefined): string | null {
  return useContext(MetricColors)[metric ?? ''] ?? null;
}
