import { dropdownTypes, globalFilterTypes, type JsonPath } from '../../definitions/index.ts';
import { nameFormatters } from '../numbers/formatters.ts';
import {
  color,
  conditions,
  formatter,
  kpiOptions,
  metricOptions,
  off,
  option,
  ranges,
  text,
} from './metric-options.ts';
import type { OptionGroup, OptionShape } from './option.ts';

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
