export { MetricColors, useMetricColor } from './metric-colors.ts';
export { MetricIcon } from './metric-icon.tsx';
export { getInkStyle, getTintStyle } from './tint.ts';
export { Tinted } from './tinted.tsx';
