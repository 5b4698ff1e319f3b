import type { ReactNode } from 'react';
import { useMetricColor } from './metric-colors.ts';
import { inkOf } from './tint.ts';

/** H05: what is drawn of a metric, in the colour that the organization gives it. */
export function Tinted({ metric, children }: { readonly metric: string | undefined; readonly children: ReactNode }) {
  const ink = inkOf(useMetricColor(metric));
  return ink === undefined ? children : <div style={{ ...ink, display: 'contents' }}>{children}</div>;
}
