import { listOf, type Structure } from '../platform/graphql/structures.ts';

/** Typical lengths of lists in a widget, for cost estimates. The limit at run time counts the rest. */
const few = 10;
const some = 50;

const reference = listOf('Int', some);

export const filters: Structure = {
  name: 'StoredFilters',
  description: 'What a widget counts fulfils all of its conditions.',
  required: {
    conditions: listOf(
      {
        name: 'StoredCondition',
        required: { criterion: 'String', values: listOf('String', some) },
        optional: { operator: 'String' },
      },
      few,
    ),
  },
  optional: { operator: 'String' },
};

export const sortBy: Structure = {
  name: 'StoredSorting',
  required: { type: 'String' },
  optional: { order: 'String' },
};

export const grouping: Structure = {
  name: 'StoredGrouping',
  required: { type: 'String' },
  optional: {
    aggregation: 'String',
    granularity: 'Int',
    period: 'String',
    tagId: 'Int',
    tagIds: reference,
  },
};

export const metricConfiguration: Structure = {
  name: 'WidgetMetricConfiguration',
  optional: { color: 'String', decimals: 'Int', hideUnit: 'Boolean', formatter: 'String', secondAxis: 'Boolean' },
};

const colorimetry = listOf(
  {
    name: 'ColorRange',
    description: 'Of values with lower ≤ value < upper; null is open.',
    required: { color: 'String' },
    optional: { lower: 'Float', upper: 'Float', label: 'String' },
  },
  few,
);

export const colorimetryConfig: Structure = {
  name: 'ColorimetryConfig',
  optional: { type: 'String', colorimetry },
};

export const category: Structure = {
  name: 'WidgetCategory',
  required: { type: 'String' },
  optional: { categoryId: 'Int', tagIds: reference },
};

/** The stored fields of a KPI; its current value is added to them. */
export const kpiItem: Structure = {
  name: 'KpiItem',
  required: { type: 'String' },
  optional: {
    label: 'String',
    colorimetry,
    zoneIds: reference,
    passageIds: reference,
    deviceIds: reference,
    customTitle: 'String',
    customSubTitle: 'String',
    tooltip: 'String',
  },
};

const switches = [
  'hideUnit',
  'useCustomFormatter',
  'isMultiChart',
  'avoidMergingYAxis',
  'stacked',
  'isPercentage',
  'showMinMaxLabel',
  'showLegend',
  'halfCircle',
  'isParallelCoordinates',
  'isBlockTitleVisible',
] as const;

export const configuration: Structure = {
  name: 'WidgetConfiguration',
  optional: {
    ...Object.fromEntries(switches.map((name) => [name, 'Boolean' as const])),
    colors: listOf(
      {
        name: 'SeriesColor',
        description: 'Of the series with that label, or of that metric.',
        required: { series: 'String', color: 'String' },
      },
      some,
    ),
    genderColors: { name: 'GenderColors', optional: { male: 'String', female: 'String', unknown: 'String' } },
    thresholds: listOf(
      { name: 'WidgetThreshold', required: { value: 'Float' }, optional: { label: 'String', color: 'String' } },
      few,
    ),
    installationId: 'Int',
    dayLimit: 'Int',
    dropdownsConfig: listOf(
      {
        name: 'DropdownConfig',
        required: { type: 'String' },
        optional: { zoneIds: reference, metrics: listOf('String', some), isTopZoneDisabled: 'Boolean' },
      },
      few,
    ),
    tooltipFormatter: 'String',
    legendFormatter: 'String',
    axisFormatter: 'String',
    rowFormatter: 'String',
  },
};

/** The initial choice of weekdays or of calendar days. */
export const choiceFilter: Structure = {
  name: 'ChoiceFilter',
  required: { values: listOf('String', some) },
  optional: { operator: 'String', criterion: 'String' },
};
