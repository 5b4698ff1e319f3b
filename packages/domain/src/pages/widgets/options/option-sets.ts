import type { OptionName } from './option-table.ts';

/** Options of all widgets. */
const ofAll = [
  'title',
  'isBlockTitleVisible',
  'tooltipMessages',
  'ignoredFilters',
  'categoryType',
  'categoryId',
  'categoryTagIds',
] as const;

/** Options of widgets that query their metrics. */
export const numbersOptions = [
  ...ofAll,
  'metrics',
  'zoneIds',
  'passageIds',
  'deviceIds',
  'installationId',
  'realTime',
  'kind',
  'conditions',
  'headers',
  'dropdownsConfig',
  'hideUnit',
  'useCustomFormatter',
  'tooltipFormatter',
  'colors',
] as const satisfies readonly OptionName[];

/** Options of widgets that load their own data. */
export const ownOptions = [
  ...ofAll,
  'zoneIds',
  'installationId',
  'realTime',
  'kind',
] as const satisfies readonly OptionName[];

/** Options of charts with colors by gender. */
const genderColors = ['maleColor', 'femaleColor', 'unknownColor'] as const satisfies readonly OptionName[];

/** Options of charts with colors by value. */
export const coloring = ['colorMetric', 'colorRanges'] as const satisfies readonly OptionName[];

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
