export {
  type DescribedCondition,
  formatCondition,
  formatLength,
  formatMetric,
  formatMoment,
  formatPeak,
  formatType,
} from './condition-text.ts';
export { StateChip, toShownState } from './state-chip.tsx';
