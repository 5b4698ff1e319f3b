import { coloring, genderColors } from './option-names.ts';
import type { OptionName } from './option-table.ts';

const legend = ['showLegend', 'legendFormatter', ...genderColors] as const satisfies readonly OptionName[];

/** Options of time charts. */
export const courseLook: readonly OptionName[] = [
  ...legend,
  'showMinMaxLabel',
  'stacked',
  'isPercentage',
  'isMultiChart',
  'avoidMergingYAxis',
  'axisFormatter',
  'thresholds',
];

/** Options of horizontal bars. */
export const barLook: readonly OptionName[] = [
  ...legend,
  'stacked',
  'isPercentage',
  'avoidMergingYAxis',
  'rowFormatter',
  'thresholds',
  ...coloring,
];

/** Options of shares of a whole. */
export const shareLook: readonly OptionName[] = [...legend, 'isPercentage', 'rowFormatter'];
