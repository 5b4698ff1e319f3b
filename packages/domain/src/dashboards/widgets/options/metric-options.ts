import { granularity } from '../../../core/index.ts';
import {
  aggregations,
  compareModes,
  criteria,
  groupByTypes,
  passageTypes,
  targets,
} from '../../../measurements/index.ts';
import { valueFormatters } from '../numbers/formatters.ts';
import type { Option, OptionShape } from './option.ts';

export const text: OptionShape = { kind: 'text' };
export const color: OptionShape = { kind: 'color' };
export const off: OptionShape = { kind: 'flag', usual: false };
export const formatter: OptionShape = { kind: 'choice', of: Object.keys(valueFormatters), words: 'formatter' };

/** Builds an option. Its path defaults to its name. */
export const option = (name: string, shape: OptionShape, ...path: string[]): Option => ({
  name,
  path: path.length === 0 ? [name] : path,
  shape,
});

/** Conditions of a widget or one of its metrics. */
export const conditions: OptionShape = {
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
export const ranges: OptionShape = {
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
export const metricOptions: OptionShape = {
  kind: 'list',
  most: 50,
  fresh: { type: 'affluenceIn' },
  of: [
    option('metric', { kind: 'metric' }, 'type'),
    option('customTitle', text),
    option('customSubTitle', text),
    option('compare', { kind: 'choice', of: compareModes, words: 'compare' }),
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
export const kpiOptions: OptionShape = {
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
