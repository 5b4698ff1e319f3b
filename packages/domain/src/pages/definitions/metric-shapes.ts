import { criteria, groupByTypes, queryCompareModes, targets } from '../../numbers/index.ts';
import {
  block,
  color,
  flag,
  type JsonPath,
  list,
  number,
  oneOf,
  orNull,
  type Reference,
  reference,
  type Shaped,
  type ShapeReading,
  text,
  whole,
  word,
} from './shape.ts';

/** Criteria and groupings a definition may contain. The measurements module decides which of them it can answer. */
const energyWords = [
  'ELECTRICITY_ORIGIN',
  'ELECTRICITY_DESTINATION',
  'ELECTRICITY_USE',
  'COMBUSTIBLE_TYPE',
  'COMBUSTIBLE_USE',
  'WATER_TEMPERATURE',
  'WATER_USE',
] as const;
const definedCriteria = [...criteria, 'TAG_CATEGORY', ...energyWords] as const;
const definedGroupings = [
  ...groupByTypes,
  'DISCONTINUOUS_DATE',
  'TAG_CATEGORY',
  'TAG',
  'COMPLEMENTARY',
  'GROUP_SIZE',
  'VISITORS',
  'LIMIT',
  ...energyWords,
] as const;

/** The kind of object that a condition's values refer to. */
const namedBy: Readonly<Record<string, Reference>> = {
  INSTALLATIONS: 'installation',
  ZONES: 'zone',
  PASSAGES: 'passage',
  DEVICES: 'device',
  TAGS: 'tag',
  TAG_CATEGORY: 'tagCategory',
};

const plainCondition = block(
  { criterion: oneOf(definedCriteria), values: list((value) => value as string) },
  { operator: oneOf(['IN', 'NOT_IN']) },
);

/** As in measurement queries: values are strings, even ids. */
function condition(value: unknown, path: JsonPath, reading: ShapeReading): Shaped<typeof plainCondition> {
  const read = plainCondition(value, path, reading);
  const kind = namedBy[read.criterion];
  const values = (read.values ?? []).flatMap((item, index) => {
    const at = [...path, 'values', index];
    if (kind === undefined) return text(item, at, reading);
    const named = reading.reference(kind, typeof item === 'string' && /^\d+$/.test(item) ? Number(item) : item, at);
    return named === undefined ? [] : [String(named)];
  });
  return { ...read, values };
}

/** All conditions must hold; AND is the only operator. */
export const filters = block({ conditions: list(condition) }, { operator: oneOf(['AND']) });

/** A range contains lower ≤ value < upper; null is open. */
const colorRange = block({ color }, { lower: orNull(number), upper: orNull(number), label: text });
export const colorimetry = list(colorRange);

const grouping = block(
  { type: oneOf(definedGroupings) },
  {
    aggregation: word,
    granularity: whole(1, 1_000_000_000),
    period: text,
    tagId: reference('tag'),
    tagIds: list(reference('tag')),
  },
);

/** One series of a widget: a measurement query without the page's filters, and its format. */
export const widgetMetric = block(
  { type: word },
  {
    complementary: text,
    limit: whole(1, 10_000),
    customTitle: text,
    customSubTitle: text,
    configuration: block({}, { color, decimals: whole(0, 6), hideUnit: flag, formatter: word, secondAxis: flag }),
    filters,
    aggregation: word,
    compare: oneOf(queryCompareModes),
    granularity: whole(1, 1_000_000_000),
    sortBy: block({ type: oneOf(['LABEL', 'VALUE']) }, { order: oneOf(['ASC', 'DESC']) }),
    groupBy: list(grouping),
    target: oneOf(targets),
    passageType: text,
  },
);

/** One figure of a KPI widget, for options beyond those of a metric. Value and unit come from the answer. */
export const kpiItem = block(
  { type: word },
  {
    label: text,
    colorimetry,
    zoneIds: list(reference('zone')),
    passageIds: list(reference('passage')),
    deviceIds: list(reference('device')),
    customTitle: text,
    customSubTitle: text,
    tooltip: text,
  },
);

export type WidgetMetric = Shaped<typeof widgetMetric>;
export type KpiItem = Shaped<typeof kpiItem>;
