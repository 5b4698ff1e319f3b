import type { ReactNode } from 'react';
import { getInkStyle } from './tint.ts';
import { useMetricColor } from './use-metric-color.ts';

/** H05: draws its children in the organization's color for the metric. */
export function Tinted({ metric, children }: { readonly metric: string | undefined; readonly children: ReactNode }) {
  const ink = getInkStyle(useMetricColor(metric));
  return ink === undefined ? children : <div style={{ ...ink, display: 'contents' }}>{children}</div>;
}
