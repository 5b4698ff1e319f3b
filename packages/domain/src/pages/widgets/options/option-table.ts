import { granularity } from '../../../core/index.ts';
import {
  aggregations,
  criteria,
  groupByTypes,
  passageTypes,
  queryCompareModes,
  targets,
} from '../../../numbers/index.ts';
import { dropdownTypes, globalFilterTypes, type JsonPath } from '../../definitions/index.ts';
import { nameFormatters, valueFormatters } from '../numbers/formatters.ts';
import type { Option, OptionGroup, OptionShape } from './option.ts';

const text: OptionShape = { kind: 'text' };
const color: OptionShape = { kind: 'color' };
const off: OptionShape = { kind: 'flag', usual: false };
const formatter: OptionShape = { kind: 'choice', of: Object.keys(valueFormatters), words: 'formatter' };

/** Builds an option. Its path defaults to its name. */
const option = (name: string, shape: OptionShape, ...path: string[]): Option => ({
  name,
  path: path.length === 0 ? [name] : path,
  shape,
});

/** Conditions of a widget or one of its metrics. */
const conditions: OptionShape = {
  kind: 'list',
  most: 20,
  fresh: { criterion: 'ZONES', operator: 'IN', values: [] },
  of: [
    option('criterion', { kind: 'choice', of: criteria.filter((name) => name !== 'DATE'), words: 'criterion' }),
    option('operator', { kind: 'choice', of: ['IN', 'NOT_IN'], words: 'operator' }),
    option('values', { kind: 'valuesOf', criterion: 'criterion' }),
  ],
};

/** Color ranges. A range contains lower ≤ value < upper. */
const ranges: OptionShape = {
  kind: 'list',
  most: 20,
  fresh: { lower: null, upper: null, color: '#1550f5' },
  of: [
    option('lower', { kind: 'number' }),
    option('upper', { kind: 'number' }),
    option('color', color),
    option('label', text),
  ],
};

const periods = ['HOURLY', 'WEEKDAY', 'WEEKEND', 'WEEKLY', 'MONTHLY'];
const aggregation: OptionShape = { kind: 'choice', of: aggregations, words: 'aggregation' };
const steps: OptionShape = { kind: 'choice', of: Object.values(granularity), words: 'granularity' };

const groupings: OptionShape = {
  kind: 'list',
  most: 5,
  fresh: { type: 'ZONE' },
  of: [
    option('type', { kind: 'choice', of: groupByTypes, words: 'group' }, 'type'),
    option('granularity', steps),
    option('period', { kind: 'choice', of: periods, words: 'period' }),
    option('aggregation', aggregation),
    option('tagIds', { kind: 'references', to: 'tag' }),
  ],
};

/** Series of a widget: their query and format. */
const metricOptions: OptionShape = {
  kind: 'list',
  most: 50,
  fresh: { type: 'affluenceIn' },
  of: [
    option('metric', { kind: 'metric' }, 'type'),
    option('customTitle', text),
    option('customSubTitle', text),
    option('compare', { kind: 'choice', of: queryCompareModes, words: 'compare' }),
    option('groupBy', groupings),
    option('aggregation', aggregation),
    option('granularity', steps),
    option('sortBy', { kind: 'choice', of: ['LABEL', 'VALUE'], words: 'sortBy' }, 'sortBy', 'type'),
    option('sortOrder', { kind: 'choice', of: ['ASC', 'DESC'], words: 'sortOrder' }, 'sortBy', 'order'),
    option('limit', { kind: 'whole', least: 1, most: 10_000 }),
    option('target', { kind: 'choice', of: targets, words: 'target' }),
    option('passageType', { kind: 'choice', of: passageTypes, words: 'passageType' }),
    option('complementary', { kind: 'metric' }),
    option('color', color, 'configuration', 'color'),
    option('decimals', { kind: 'whole', least: 0, most: 6 }, 'configuration', 'decimals'),
    option('formatter', formatter, 'configuration', 'formatter'),
    option('hideUnit', off, 'configuration', 'hideUnit'),
    option('secondAxis', off, 'configuration', 'secondAxis'),
    option('conditions', conditions, 'filters', 'conditions'),
  ],
};

/** Figures with options beyond those of a metric. */
const kpiOptions: OptionShape = {
  kind: 'list',
  most: 20,
  fresh: { type: 'affluenceIn' },
  of: [
    option('metric', { kind: 'metric' }, 'type'),
    option('label', text),
    option('customTitle', text),
    option('customSubTitle', text),
    option('tooltip', text),
    option('zoneIds', { kind: 'references', to: 'zone' }),
    option('passageIds', { kind: 'references', to: 'passage' }),
    option('deviceIds', { kind: 'references', to: 'device' }),
    option('colorRanges', ranges, 'colorimetry'),
  ],
};

interface Row {
  readonly group: OptionGroup;
  readonly path: JsonPath;
  readonly shape: OptionShape;
}

const on: OptionShape = { kind: 'flag', usual: true };
const row = (group: OptionGroup, shape: OptionShape, ...path: string[]): Row => ({ group, shape, path });
const look = (name: string, shape: OptionShape = off) => row('look', shape, 'configuration', name);

/** The choices in a widget's header and their values. */
const dropdowns: OptionShape = {
  kind: 'list',
  most: 10,
  fresh: { type: 'zone' },
  of: [
    option('dropdown', { kind: 'choice', of: dropdownTypes, words: 'filter' }, 'type'),
    option('zoneIds', { kind: 'references', to: 'zone' }),
    option('metricNames', { kind: 'metrics' }, 'metrics'),
    option('isTopZoneDisabled', off),
  ],
};

const thresholds: OptionShape = {
  kind: 'list',
  most: 20,
  fresh: { value: 0 },
  of: [option('value', { kind: 'number' }), option('label', text), option('color', color)],
};

/** All options in the order of the form. Each widget type lists those it supports. */
export const optionTable = {
  title: row('data', text, 'title'),
  metrics: row('data', metricOptions, 'metrics'),
  kpis: row('data', kpiOptions, 'kpis'),
  zoneIds: row('source', { kind: 'references', to: 'zone' }, 'zoneIds'),
  passageIds: row('source', { kind: 'references', to: 'passage' }, 'passageIds'),
  deviceIds: row('source', { kind: 'references', to: 'device' }, 'deviceIds'),
  installationId: row('source', { kind: 'reference', to: 'installation' }, 'configuration', 'installationId'),
  alertIds: row('source', { kind: 'references', to: 'alert' }, 'alertIds'),
  realTime: row('source', { kind: 'choice', of: ['slow', 'fast', 'live'], words: 'realTime' }, 'realTime'),
  kind: row('source', { kind: 'choice', of: ['custom', 'live'], words: 'kind' }, 'kind'),
  ignoredFilters: row('source', { kind: 'choices', of: globalFilterTypes, words: 'filter' }, 'ignoredFilters'),
  conditions: row('source', conditions, 'filters', 'conditions'),
  categoryType: row('source', { kind: 'choice', of: ['global', 'specific'], words: 'relevance' }, 'category', 'type'),
  categoryId: row('source', { kind: 'reference', to: 'tagCategory' }, 'category', 'categoryId'),
  categoryTagIds: row('source', { kind: 'references', to: 'tag' }, 'category', 'tagIds'),
  headers: row('source', { kind: 'choices', of: dropdownTypes, words: 'filter' }, 'headers'),
  dropdownsConfig: row('source', dropdowns, 'configuration', 'dropdownsConfig'),
  dayLimit: row('source', { kind: 'whole', least: 1, most: 100 }, 'configuration', 'dayLimit'),
  isBlockTitleVisible: look('isBlockTitleVisible', on),
  isKpiMenuHidden: row('look', off, 'isKpiMenuHidden'),
  tooltipMessages: row('look', { kind: 'texts' }, 'tooltipMessages'),
  showLegend: look('showLegend', on),
  showMinMaxLabel: look('showMinMaxLabel'),
  stacked: look('stacked'),
  isPercentage: look('isPercentage'),
  isMultiChart: look('isMultiChart'),
  avoidMergingYAxis: look('avoidMergingYAxis'),
  halfCircle: look('halfCircle'),
  isParallelCoordinates: look('isParallelCoordinates'),
  hideUnit: look('hideUnit'),
  useCustomFormatter: look('useCustomFormatter'),
  tooltipFormatter: look('tooltipFormatter', formatter),
  axisFormatter: look('axisFormatter', formatter),
  rowFormatter: look('rowFormatter', formatter),
  legendFormatter: look('legendFormatter', { kind: 'choice', of: nameFormatters, words: 'nameFormatter' }),
  colors: look('colors', { kind: 'colors' }),
  maleColor: row('look', color, 'configuration', 'genderColors', 'male'),
  femaleColor: row('look', color, 'configuration', 'genderColors', 'female'),
  unknownColor: row('look', color, 'configuration', 'genderColors', 'unknown'),
  thresholds: row('thresholds', thresholds, 'configuration', 'thresholds'),
  colorMetric: row('thresholds', { kind: 'metric' }, 'colorimetryConfig', 'type'),
  colorRanges: row('thresholds', ranges, 'colorimetryConfig', 'colorimetry'),
} as const satisfies Record<string, Row>;

export type OptionName = keyof typeof optionTable;
