import type { OptionName } from './option-table.ts';

/** Of widgets of any type. */
const ofAll = [
  'title',
  'isBlockTitleVisible',
  'tooltipMessages',
  'ignoredFilters',
  'categoryType',
  'categoryId',
  'categoryTagIds',
] as const;

/** Of widgets whose numbers are asked for by their metrics. */
export const ofNumbers = [
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

/** Of widgets that fetch what they show themselves. */
export const ofOwn = [
  ...ofAll,
  'zoneIds',
  'installationId',
  'realTime',
  'kind',
] as const satisfies readonly OptionName[];

/** Of pictures that give genders their own colours. */
export const genderColors = ['maleColor', 'femaleColor', 'unknownColor'] as const satisfies readonly OptionName[];

/** Of pictures whose values have colours of their own. */
export const coloring = ['colorMetric', 'colorRanges'] as const satisfies readonly OptionName[];
