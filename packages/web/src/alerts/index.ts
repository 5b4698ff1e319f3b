export {
  type DescribedCondition,
  formatCondition,
  formatLength,
  formatMetric,
  formatPeak,
  formatType,
} from './condition-text.ts';
export { formatMoment } from './moments.ts';
export { StateChip, toShownState } from './state-chip.tsx';
