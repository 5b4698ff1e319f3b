import { addDays, type Granularity, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Random } from '../chance/index.ts';
import type { TestReading } from '../readings/index.ts';
import { reportsCoarsely } from '../sites/index.ts';
import { type Grouping, keyOf, type PlainQuestion, tags } from './answer.oracle.ts';
import { catalogue, costMetrics, costs, meterMetrics, meters, samples } from './catalogue.oracle.ts';
import type { ExtraData } from './world.oracle.ts';

/** The same question twice: as sent, and in the oracle's form. */
export interface Question {
  readonly raw: RawQuery;
  readonly plain: PlainQuestion;
}

/** Adds tags to zones, and sometimes opening hours and events around the first day. */
export function taggedSite(random: Random, site: Topology, first: LocalDate): Topology {
  const hours = [1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(0.8));
  const spans = hours.map((day) => ({ begin: [day, 8, 0], end: [day, 18, 30] }) as never);
  return {
    ...site,
    openingHours: { reset: random.chance(0.3), spans: random.chance(0.3) ? [] : spans },
    eventLimits: random.chance(0.5) ? [] : randomEvents(random, first),
    zones: site.zones.map((zone) => ({
      ...zone,
      tagIds: tags.filter(() => random.chance(0.4)).map(({ id }) => id as never),
    })),
  };
}

/** Returns the site with few sensors that report every minute. */
export function everyMinute(site: Topology): Topology {
  const few = ['pad', 'pad', 'pad', 'atmosphere', 'meter'];
  const devices = site.devices.filter(({ kind }) => {
    const place = few.indexOf(kind);
    return place >= 0 && few.splice(place, 1).length > 0;
  });
  return { ...site, devices: devices.map((device) => ({ ...device, interval: 60 })) };
}

/** Generates events of some days, of one day, or without begin or end. */
function randomEvents(random: Random, first: LocalDate): Topology['eventLimits'] {
  const day = (number: number) => addDays(first, number) as LocalDate;
  return [0, 1].slice(random.below(2)).map((begin) => ({
    first: random.chance(0.2) ? null : day(begin),
    last: random.chance(0.2) ? null : day(begin + random.below(2)),
    limit: 3 + random.below(20),
  }));
}

/** Generates inside corrections that avoid the minutes in which readings begin, and receipts. */
export function randomExtraData(random: Random, site: Topology, days: readonly LocalDate[]): ExtraData {
  const [from, to] = [
    startOfSiteDay(site, days[0] as LocalDate),
    startOfSiteDay(site, addDays(days.at(-1) as LocalDate, 1)),
  ];
  const times = (count: number) =>
    Array.from({ length: count }, () => from + random.below((to - from) / 300_000) * 300_000 + 120_000).sort(
      (left, right) => left - right,
    );
  return {
    sights: times(random.below(8)).map((at) => ({
      zoneId: random.pick(site.zones).id,
      at,
      value: random.below(30),
    })),
    receipts: times(random.below(120)).map((soldAt, index) => ({
      receipt: `${index}`,
      soldAt,
      items: random.below(5),
      turnover: (random.below(20_000) - 1500) / 100,
    })),
    soldDays: days.filter(() => random.chance(0.7)),
  };
}

/**
 * Adds descriptors: some sensors that report gender also report age, some engagement, some group size. Amounts of meters
 * have none of people.
 */
export function addDescriptors(reading: TestReading, site: Topology): TestReading[] {
  const isAmount = reading.descriptors?.includes('kind=') === true;
  if (reading.descriptors === undefined || isAmount || reading.device % 4 === 2 || site.devices.length === 0)
    return [reading];
  const some = Math.floor(reading.value / 2);
  const of = (more: string, value: number) => ({ ...reading, value, descriptors: `${more};${reading.descriptors}` });
  if (reading.device % 4 === 3) {
    const inGroups = (size: number, value: number) => ({
      ...reading,
      value,
      descriptors: `${reading.descriptors};groupSize=${size}`,
    });
    return [inGroups(1, some), inGroups(12, reading.value - some)];
  }
  return reading.device % 4 === 0
    ? [of('ageCategory=adult', reading.value - some), of('ageCategory=child', some)]
    : [of('engagement=engaged', some), of('engagement=notEngaged', reading.value - some)];
}

const words = (list: string) => list.split(' ');
const counts = words('SUM SUM SUM MIN MAX AVERAGE FIRST LAST MEDIAN COUNT P25 P75 P95 PERCENTAGE');
const states = words('AVERAGE AVERAGE MIN MAX FIRST LAST');
const ratios = words('AVERAGE AVERAGE AVERAGE MIN MAX FIRST LAST MEDIAN P25 P75 P95 WEIGHTED_PERCENTAGE');
const ofSamples = words('AVERAGE MIN MAX MEDIAN P25 P75 P95 COUNT FIRST LAST');

interface Sort {
  readonly own: string;
  readonly folds: readonly string[];
  /** Groupings besides time and zones. */
  readonly groups: readonly string[];
  /** Whether every fold is independent of the base interval. */
  readonly fine?: true;
}

const people = words('GENDER AGE_CATEGORY ENGAGEMENT GROUP_SIZE');
const doors = ['PASSAGE', 'DEVICE', ...people];
const count = (...groups: string[]): Sort => ({ own: 'SUM', folds: counts, groups });
const ratio = (...groups: string[]): Sort => ({ own: 'AVERAGE', folds: ratios, groups });
const state: Sort = { own: 'AVERAGE', folds: states, groups: [], fine: true };
const density: Sort = { own: 'AVERAGE', folds: states, groups: [] };
const each = (ids: readonly string[], sort: Sort) => Object.fromEntries(ids.map((id) => [id, sort]));

const meterGroups: Readonly<Record<string, string>> = {
  waterConsumption: 'WATER_TEMPERATURE WATER_USE',
  combustibleConsumption: 'COMBUSTIBLE_TYPE COMBUSTIBLE_USE',
  electricityConsumption: 'ELECTRICITY_ORIGIN ELECTRICITY_DESTINATION ELECTRICITY_USE',
  electricityProduction: 'ELECTRICITY_ORIGIN ELECTRICITY_DESTINATION ELECTRICITY_USE',
};

function sortOfMeter(id: string): Sort {
  const meter = meters.find((one) => id.startsWith(one)) ?? costs[id.replace('PerSqm', '')] ?? '';
  const isPerArea = id.includes('PerSqm');
  const groups = [...(isPerArea ? [] : ['DEVICE']), ...words(meterGroups[meter] ?? '').filter((word) => word !== '')];
  if (/On(Day|Interval)$/.test(id)) return { own: 'LAST', folds: words('LAST LAST FIRST MIN MAX'), groups, fine: true };
  return { own: 'SUM', folds: counts, groups };
}

/** Kinds of metrics, asked equally often, with their metrics. */
const kinds: readonly Readonly<Record<string, Sort>>[] = [
  {
    affluenceIn: count(...doors, 'LIMIT'),
    affluenceOut: count(...doors),
    footfall: { own: 'SUM', folds: words('SUM SUM MAX P75 PERCENTAGE'), groups: [...doors, 'VISITORS'] },
  },
  each(words('affluenceInCorrected affluenceOutCorrected'), count()),
  { refusals: count(), numberOfOrders: count(), numberOfGoodsSold: count(), turnover: count() },
  { inside: state, insideCorrected: state, limit: state, queueLength: state },
  { occupancy: ratio(), binaryOccupancy: ratio() },
  each(words('density linearDensity reverseDensity'), density),
  { densityMax: { ...density, own: 'MAX' } },
  { footfallCaptureRate: ratio(...people), captureRate: ratio(...people), popularity: ratio(...people) },
  { femaleProportion: ratio('AGE_CATEGORY'), groupSize: ratio() },
  each(words('avgBasketPrice avgBasketSize salesConversion conversionRate salesIndex'), ratio()),
  { ...each(words('queueAbandon queueAffluenceIn queueAffluenceOut numberOfGroups'), count('DEVICE')) },
  each(words('dwell dwellAbandon dwellWalkthrough waitingTime abandonRate'), ratio('DEVICE')),
  { uwbInside: state, uwbAffluenceIn: count('DEVICE'), uwbAffluenceOut: count('DEVICE'), uwbDwell: ratio('DEVICE') },
  { uniqueVisitors: { own: 'COUNT', folds: words('COUNT COUNT MAX MIN AVERAGE MEDIAN'), groups: ['DEVICE'] } },
  {
    deviceStatus: {
      own: 'MAX',
      folds: words('MAX MIN FIRST LAST PERCENTAGE PERCENTAGE'),
      groups: ['DEVICE', 'PASSAGE'],
      fine: true,
    },
  },
  each(samples, { own: 'AVERAGE', folds: ofSamples, groups: ['DEVICE'], fine: true }),
  each([...samples.filter((id) => id !== 'pressure').map((id) => `${id}Score`), 'comfortScore'], {
    own: 'AVERAGE',
    folds: words('AVERAGE AVERAGE MIN MAX FIRST LAST'),
    groups: ['DEVICE'],
  }),
  Object.fromEntries(Object.keys(meterMetrics).map((id) => [id, sortOfMeter(id)])),
  Object.fromEntries(meters.map((id) => [id, sortOfMeter(id)])),
  Object.fromEntries(Object.keys(costMetrics).map((id) => [id, sortOfMeter(id)])),
];
const metrics: Readonly<Record<string, Sort>> = Object.assign({}, ...kinds);
/** Metrics of random questions. */
export const askedMetrics: readonly string[] = Object.keys(metrics);

const anywhere = [
  'DATE',
  'DATE',
  'DISCONTINUOUS_DATE',
  'ALL',
  'INSTALLATION',
  'ZONE',
  'ZONE_ID',
  'TAG',
  'TAG_CATEGORY',
  'COUNTRY',
];
/** Groupings of random questions; a complementary metric is always innermost. */
export const askedGroupings: readonly string[] = [
  ...new Set([...anywhere, 'COMPLEMENTARY', ...Object.values(metrics).flatMap(({ groups }) => groups)]),
];
const periods = ['WEEKDAY', 'WEEKLY', 'WEEKEND', 'MONTHLY', 'HOURLY', 'HOURLY'] as const;
const widths = [900, 1800, 3600, 10_800, 86_400, 604_800, 2_592_000] as const;

/** Generates a valid question about any of the site's metrics. */
export function randomQuestion(random: Random, site: Topology, first: LocalDate, days: number): Question {
  const metric = random.pick(Object.keys(random.pick(kinds)));
  const sort = metrics[metric] as Sort;
  const fold = random.pick(sort.folds);
  const groups = finer(random, site, days, randomGroups(random, sort));
  const isParted = groups.some(({ type }) => type === 'LIMIT' || type === 'VISITORS');
  const plainFold = isParted ? 'SUM' : fold;
  const isByCode = metric === 'deviceStatus' && fold === 'PERCENTAGE';
  const beside = !isParted && !isByCode && !groups.some(({ type }) => type in keyOf) && random.chance(0.15);
  const isAtDoors = groups.some(({ type }) => type === 'PASSAGE' || type === 'DEVICE');
  const others = ['affluenceIn', 'co2', ...(isAtDoors ? [] : ['inside'])].filter((other) => other !== metric);
  const complementary = beside ? random.pick(others) : null;
  const time = randomTime(random, first, days);
  const part = randomPart(random, site, sort);
  const wanted = isParted || complementary !== null ? {} : randomWanted(random, sort);
  const names = [metric, ...(complementary === null ? [] : [complementary])];
  const allowed = (name: string) =>
    name === metric || (metrics[name] as Sort).folds.includes(plainFold) ? plainFold : null;
  const length = time.periods.reduce((sum, [from, to]) => sum + (Date.parse(to) - Date.parse(from)), 0);
  const base = Object.fromEntries(
    names.map((name) => {
      const fine = isFine(metrics[name] as Sort, allowed(name));
      const widest = fine ? catalogue[name]?.widest : undefined;
      return [name, baseOf(site, groups, length / 86_400_000, { fine, widest })];
    }),
  );
  const isWhole = ['SUM', 'COUNT'].includes(plainFold) && sort.own !== 'AVERAGE' && complementary === null;
  const picks = isWhole && random.chance(0.3);
  const order = picks ? random.pick(['ASC', 'DESC'] as const) : null;
  // The order of groups that never counted anything is undefined, so they must not decide the limit.
  const isOpen = order !== 'DESC' && ['PASSAGE', 'DEVICE', ...Object.keys(keyOf)].includes(groups[0]?.type ?? '');
  const plain: PlainQuestion = {
    metric,
    complementary,
    folds: Object.fromEntries(names.map((name) => [name, foldOf(metrics[name] as Sort, name, allowed(name))])),
    shared: names.filter((name) => allowed(name)?.endsWith('PERCENTAGE') && name !== 'deviceStatus'),
    ...time,
    part,
    wanted,
    groups: isByCode ? [...groups, { type: 'STATUS', width: null, period: null }] : groups,
    base,
    sort: order,
    limit: groups.length > 0 && !isOpen && random.chance(0.2) ? 1 + random.below(3) : null,
  };
  return { raw: rawOf(site, plain, plainFold), plain };
}

const isFine = ({ fine, own }: Sort, fold: string | null) =>
  fine === true || fold === null || fold === own || fold.endsWith('PERCENTAGE');

function foldOf({ own }: Sort, metric: string, fold: string | null): string {
  if (fold === 'WEIGHTED_PERCENTAGE') return 'WEIGHT';
  if (fold === 'PERCENTAGE' && metric === 'deviceStatus') return 'AVERAGE';
  return fold === null || fold === 'PERCENTAGE' ? own : fold;
}

/** Sometimes groups by a few minutes, if all sensors report equally often. Others coarsen the answer. */
function finer(random: Random, site: Topology, days: number, drawn: readonly Grouping[]): readonly Grouping[] {
  const isCoarse = site.devices.some(reportsCoarsely);
  // Nor finer than the coarsest counter reports.
  const groups = drawn.map((group) => (group.width === 900 && isCoarse ? { ...group, width: 1800 as const } : group));
  const slowest = Math.max(...site.devices.map(({ interval }) => interval));
  const widths = ([60, 300, 600] as const).filter((width) => width >= slowest);
  if (days > 1 || groups.length !== 1 || widths.length === 0 || random.chance(0.5)) return groups;
  return groups.map((group) => (group.type === 'DATE' ? { ...group, width: random.pick(widths) } : group));
}

function randomGroups(random: Random, { groups }: Sort): Grouping[] {
  const chosen: Grouping[] = [];
  for (let left = random.below(4); left > 0; left--) {
    const type = random.pick(random.chance(0.4) && groups.length > 0 ? groups : anywhere);
    const isParting = ['LIMIT', 'VISITORS'].includes(type);
    if (isParting && chosen.some((one) => one.type in keyOf)) continue;
    if (type in keyOf && chosen.some((one) => ['LIMIT', 'VISITORS'].includes(one.type))) continue;
    const atDoors = ['PASSAGE', 'DEVICE'];
    if (type === 'LIMIT' && chosen.some((one) => atDoors.includes(one.type))) continue;
    if (atDoors.includes(type) && chosen.some((one) => one.type === 'LIMIT')) continue;
    const period = type === 'DISCONTINUOUS_DATE' ? random.pick(periods) : null;
    if (chosen.some((one) => one.type === type && one.period === period)) continue;
    chosen.push({ type, width: type === 'DATE' ? random.pick(widths) : null, period });
  }
  return chosen;
}

function randomTime(random: Random, first: LocalDate, days: number) {
  const day = (number: number) => addDays(first, number) as LocalDate;
  const all =
    days >= 3 && random.chance(0.3)
      ? [[day(0), day(1)] as const, [day(2), day(days)] as const]
      : [[day(0), day(days)] as const];
  const hours = random.chance(0.25) ? ('open' as const) : random.chance(0.2) ? randomHours(random) : null;
  const weekdays = random.chance(0.2) ? [1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(0.6)) : null;
  return { periods: all, hours, weekdays: weekdays === null || weekdays.length % 7 === 0 ? null : weekdays };
}

function randomHours(random: Random) {
  const [from, to] = [
    random.pick(['00:00', '06:15', '09:00', '20:30']),
    random.pick(['02:10', '12:00', '17:45', '24:00']),
  ];
  return { from, to };
}

function randomPart(random: Random, site: Topology, { groups }: Sort) {
  const tops = site.zones.filter(({ parentIds }) => parentIds.length === 0).map(({ id }): number => id);
  const named = random.chance(0.6);
  const zones = named ? random.shuffled(site.zones.map(({ id }): number => id)).slice(0, 1 + random.below(3)) : tops;
  const ids = <One extends { readonly id: number }>(list: readonly One[]) => {
    const some = list.filter(() => random.chance(0.6)).map(({ id }) => id);
    return some.length === 0 ? list.map(({ id }) => id) : some;
  };
  const passages = groups.includes('PASSAGE') && random.chance(0.2) ? ids(site.passages) : null;
  const devices = groups.includes('DEVICE') && random.chance(0.2) ? ids(site.devices) : null;
  const ordered = [...zones].sort((left, right) => left - right);
  return { zones: ordered, passages, devices, whole: `${ordered}` === `${tops}` };
}

function randomWanted(random: Random, { groups }: Sort): Record<string, readonly string[]> {
  if (groups.includes('GENDER') && random.chance(0.15)) return { gender: [random.pick(['female', 'male'])] };
  if (groups.includes('AGE_CATEGORY') && random.chance(0.15)) return { ageCategory: ['adult'] };
  if (groups.includes('ENGAGEMENT') && random.chance(0.15)) return { engagement: ['engaged'] };
  if (groups.includes('WATER_TEMPERATURE') && random.chance(0.15)) return { waterTemperature: ['hot'] };
  if (groups.includes('COMBUSTIBLE_TYPE') && random.chance(0.15)) return { combustibleType: ['gas', 'oil'] };
  return {};
}

/** Seconds; groups of weekdays are computed from days, groups of hours from hours. */
const maxOf = (period: string | null) =>
  period === null ? Number.POSITIVE_INFINITY : period === 'HOURLY' ? 3600 : 86_400;

/**
 * Returns the base interval: the `widest` of ratios, hours up to two days, otherwise days; never coarser than requested.
 * Extremes use exactly the requested interval.
 */
function baseOf(
  site: Topology,
  groups: readonly Grouping[],
  days: number,
  { fine, widest }: { readonly fine: boolean; readonly widest: 900 | 3600 | undefined },
): Granularity {
  const dates = groups.flatMap(({ width }) => width ?? []);
  const total = widest ?? (days <= 2 ? 3600 : 86_400);
  const unnamed = dates.length > 0 ? Math.min(...dates) : total;
  const asked = Math.min(unnamed, ...groups.map(({ period }) => maxOf(period)));
  const base = fine ? Math.min(asked, total) : asked;
  const isCut = site.changeOfDay === '02:30' && base === 3600 && (widest !== undefined || dates.includes(10_800));
  return (isCut ? 1800 : base === 604_800 && dates.includes(2_592_000) ? 86_400 : base) as Granularity;
}

function rawOf(site: Topology, plain: PlainQuestion, fold: string): RawQuery {
  const { metric, complementary, part, wanted, groups, sort, limit } = plain;
  const conditions = [
    { criterion: 'DATE', values: plain.periods.map(([from, to]) => `${from}/${to}`) },
    ...placeConditions(site, part),
    ...(plain.weekdays === null ? [] : [dayCondition(plain.weekdays)]),
    ...Object.entries(wanted).map(([key, values]) => ({
      criterion: Object.keys(keyOf).find((name) => keyOf[name] === key) as string,
      values,
    })),
  ];
  return {
    metric,
    complementary,
    aggregation: fold,
    filters: { operator: 'AND', conditions },
    groupBy: groups
      .filter(({ type }) => type !== 'STATUS')
      .map(({ type, width, period }) => ({ type, granularity: width, period })),
    hours: plain.hours === 'open' ? { openingOnly: true } : plain.hours,
    sortBy: sort === null ? null : { type: 'VALUE', order: sort },
    limit,
  };
}

/** By default the top zones are asked about. Half of the weekday filters exclude days instead of naming them. */
function placeConditions(site: Topology, { zones, passages, devices }: PlainQuestion['part']) {
  const tops = site.zones.filter(({ parentIds }) => parentIds.length === 0).map(({ id }): number => id);
  const named = (criterion: string, ids: readonly number[] | null, all: readonly number[]) => {
    if (ids === null) return [];
    const others = all.filter((id) => !ids.includes(id));
    const excludes = others.length > 0 && others.length < ids.length;
    return [{ criterion, operator: excludes ? 'NOT_IN' : 'IN', values: (excludes ? others : ids).map(String) }];
  };
  return [
    ...(`${zones}` === `${tops}` ? [] : [{ criterion: 'ZONES', values: zones.map(String) }]),
    ...named(
      'PASSAGES',
      passages,
      site.passages.map(({ id }) => id),
    ),
    ...named(
      'DEVICES',
      devices,
      site.devices.map(({ id }) => id),
    ),
  ];
}

const dayCondition = (weekdays: readonly number[]) =>
  weekdays.length < 4
    ? { criterion: 'DAY', operator: 'IN', values: weekdays.map(String) }
    : {
        criterion: 'DAY',
        operator: 'NOT_IN',
        values: [1, 2, 3, 4, 5, 6, 7].filter((day) => !weekdays.includes(day)).map(String),
      };
