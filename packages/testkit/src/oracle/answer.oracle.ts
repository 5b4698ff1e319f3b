import type { Granularity } from '@atrium/domain/core';
import { catalogue, type MetricDefinition, parts } from './catalogue.oracle.ts';
import type { FoldedNumber } from './folding/folds.oracle.ts';
import type { Measured, WantedValues } from './measures.oracle.ts';
import { type AskedTime, buildMoments, findTimeGroup, formatDateLabel, type Moment } from './moments.oracle.ts';
import { widenToReadings } from './reported-width.oracle.ts';
import { type Part, parseSplit, type World } from './world.oracle.ts';

/** A question in a simple form; unused parts are null or empty. */
export interface PlainQuestion extends AskedTime {
  readonly metric: string;
  readonly complementary: string | null;
  /** Fold of each metric. */
  readonly folds: Readonly<Record<string, string>>;
  /** Metrics given as shares of a total, in %. */
  readonly shared: readonly string[];
  readonly part: Part;
  readonly wanted: WantedValues;
  readonly groups: readonly Grouping[];
  /** Base interval of each metric, seconds. */
  readonly base: Readonly<Record<string, Granularity>>;
  readonly sort: 'ASC' | 'DESC' | null;
  readonly limit: number | null;
}

export interface Grouping {
  readonly type: string;
  readonly width: Granularity | null;
  readonly period: string | null;
}

export interface Step {
  readonly label: string;
  readonly order: number | string;
}

export interface Leaf extends FoldedNumber {
  readonly path: readonly Step[];
  readonly metric: string;
}

export const keyOf: Readonly<Record<string, string>> = {
  GENDER: 'gender',
  AGE_CATEGORY: 'ageCategory',
  ENGAGEMENT: 'engagement',
  GROUP_SIZE: 'groupSize',
  ELECTRICITY_ORIGIN: 'electricityOrigin',
  ELECTRICITY_DESTINATION: 'electricityDestination',
  ELECTRICITY_USE: 'electricityUse',
  COMBUSTIBLE_TYPE: 'combustibleType',
  COMBUSTIBLE_USE: 'combustibleUse',
  WATER_TEMPERATURE: 'waterTemperature',
  WATER_USE: 'waterUse',
};

/** A branch while the answer's tree is built. */
interface Branch {
  readonly path: readonly Step[];
  readonly part: Part;
  readonly wanted: WantedValues;
  readonly metric: string;
  readonly made: MetricDefinition;
  readonly keep: (moment: Moment) => boolean;
}

/** Computes every leaf of the answer, in order. A ratio of counts is no finer than the readings it uses. */
export function computeLeaves(world: World, question: PlainQuestion): Leaf[] {
  const measured: Measured[] = [];
  const leaves = computeByBase(world, question, measured);
  const base = Object.fromEntries(
    Object.entries(question.base).map(([metric, width]) => {
      const isOfCounts = catalogue[metric]?.widest === 900 && width === 900;
      return [metric, isOfCounts ? widenToReadings(world, question.periods, measured, width) : width];
    }),
  );
  return JSON.stringify(base) === JSON.stringify(question.base)
    ? leaves
    : computeByBase(world, { ...question, base }, []);
}

/** Adds everything it measured to a list. */
function computeByBase(world: World, question: PlainQuestion, measured: Measured[]): Leaf[] {
  const { metric, part, wanted } = question;
  const start: Branch = {
    path: [],
    part,
    wanted,
    metric,
    made: catalogue[metric] as MetricDefinition,
    keep: () => true,
  };
  const beside = question.complementary === null || question.groups.some(({ type }) => type === 'COMPLEMENTARY');
  const groups = beside ? question.groups : [...question.groups, { type: 'COMPLEMENTARY', width: null, period: null }];
  let ways = [start];
  for (const group of groups) ways = ways.flatMap((way) => divide(world, question, group, way));
  const leaves = ways.flatMap((way): Leaf[] => {
    const asked = momentsAsked(world, question, way.metric);
    const moments = asked.filter(way.keep);
    const fold = question.folds[way.metric] as string;
    const path = groups.length === 0 ? [{ label: 'all', order: 0 }] : way.path;
    return moments.length === 0
      ? []
      : [{ path, metric: way.metric, ...folded(way, world, moments, asked, fold, measured) }];
  });
  const shared = groups.findLastIndex(({ type }) => type !== 'COMPLEMENTARY' && type !== 'STATUS');
  const shown = computeShares(leaves, shared, question.shared);
  return selectGroups(ordered(shown), leaves, question);
}

function folded(
  { made, part, wanted }: Branch,
  world: World,
  moments: readonly Moment[],
  asked: readonly Moment[],
  fold: string,
  measured: Measured[],
): FoldedNumber {
  const sides = made.sides.map((side) => side(world, part, moments, wanted, asked));
  for (const side of sides) measured.push(...side);
  return made.fold(sides, fold);
}

function momentsAsked(world: World, { periods, weekdays, hours, base }: PlainQuestion, metric: string): Moment[] {
  const width = base[metric] as Granularity;
  const words = ['moments', periods, weekdays, hours, width];
  return world.once(words, () => buildMoments(world.site, { periods, weekdays, hours }, width));
}

function divide(world: World, question: PlainQuestion, group: Grouping, way: Branch): Branch[] {
  const { site } = world;
  const step = (label: string, order: number | string, more: Partial<Branch>): Branch => ({
    ...way,
    path: [...way.path, { label, order }],
    ...more,
  });
  const time = (labelOf: (moment: Moment) => readonly [string, number | string]) => {
    const all = momentsAsked(world, question, way.metric).filter(way.keep);
    const labels = new Map(all.map((moment) => [labelOf(moment)[0], labelOf(moment)[1]]));
    return [...labels].map(([label, order]) =>
      step(label, order, { keep: (moment) => way.keep(moment) && labelOf(moment)[0] === label }),
    );
  };
  const part = parts[group.type];
  if (part !== undefined) return Object.entries(part).map(([label, made], order) => step(label, order, { made }));
  if (group.type === 'ALL') return [step('all', 0, {})];
  if (group.type === 'DATE')
    return time(({ from }) => {
      const words = ['label', question.periods, group.width, from];
      const label = world.once(words, () => formatDateLabel(site, question, group.width as Granularity, from));
      return [label, Date.parse(label)];
    });
  if (group.type === 'DISCONTINUOUS_DATE')
    return time((moment) => findTimeGroup(group.period ?? 'WEEKDAY', moment, site.firstWeekday));
  if (group.type === 'COMPLEMENTARY')
    return [question.metric, question.complementary ?? ''].map((metric, order) =>
      step(metric, order, { metric, made: catalogue[metric] as MetricDefinition }),
    );
  const key = keyOf[group.type];
  if (key !== undefined)
    return valuesOf(world, key)
      .filter((value) => way.wanted[key]?.includes(value) ?? true)
      .map((value) => step(value, value, { wanted: { ...way.wanted, [key]: [value] } }));
  return placesOf(world, group.type, way.part).map(([label, order, narrower]) =>
    step(label, order, { part: narrower }),
  );
}

function valuesOf({ readings, site }: World, key: string): string[] {
  const declared = site.devices.map(({ meter }) => ({ ...meter?.descriptors }) as Record<string, string>);
  const all = [...readings.map(parseSplit), ...declared].flatMap((split) => split[key] ?? []);
  return [...new Set(all)].sort();
}

function placesOf(world: World, type: string, part: Part): (readonly [string, number, Part])[] {
  const { site } = world;
  if (type === 'INSTALLATION') return [[`${site.installationId}`, 0, part]];
  if (type === 'COUNTRY') return [[site.country ?? 'unknown', 0, part]];
  if (type === 'ZONE' || type === 'ZONE_ID')
    return site.zones
      .filter(({ id }) => part.zones.includes(id))
      .map((zone) => [
        type === 'ZONE' ? zone.name : `${zone.id}`,
        zone.order,
        { ...part, zones: [zone.id], whole: false },
      ]);
  if (type === 'PASSAGE')
    return site.passages
      .filter(({ id }) => part.passages?.includes(id) ?? true)
      .map(({ id, name }, order) => [name, order, { ...part, passages: [id] }]);
  if (type === 'DEVICE')
    return site.devices
      .filter(({ id }) => part.devices?.includes(id) ?? true)
      .map(({ id, name }, order) => [name, order, { ...part, devices: [id] }]);
  const groups = type === 'TAG' ? tags.map(({ id, name }) => ({ name, ids: [id] })) : tagCategories;
  return groups.flatMap(({ name, ids }, order) => {
    const zones = site.zones
      .filter((zone) => world.isIn(zone.id, part.zones) && zone.tagIds.some((tag) => ids.includes(tag)))
      .map(({ id }): number => id);
    return zones.length === 0 ? [] : [[name, order, { ...part, zones, whole: false }] as const];
  });
}

/** Tags of the organization in which questions are asked. */
export const tags = [
  { id: 901, name: 'Shop' },
  { id: 902, name: 'Food' },
  { id: 911, name: 'North' },
];
export const tagCategories = [
  { name: 'Use', ids: [901, 902] },
  { name: 'Side', ids: [911] },
];

/** Computes each leaf's share of all leaves that differ from it only in the shared grouping. */
function computeShares(leaves: readonly Leaf[], shared: number, relative: readonly string[]): Leaf[] {
  const restOf = ({ path }: Leaf) => path.flatMap(({ label }, index) => (index === shared ? [] : [label])).join('/');
  return leaves.map((leaf): Leaf => {
    if (leaf.value === null || !relative.includes(leaf.metric)) return leaf;
    const whole = leaves
      .filter((other) => restOf(other) === restOf(leaf))
      .reduce((sum, one) => sum + (one.value ?? 0), 0);
    return whole === 0
      ? { ...leaf, value: null, state: 'missing', partial: false }
      : { ...leaf, value: (leaf.value / whole) * 100 };
  });
}

function ordered(leaves: readonly Leaf[]): Leaf[] {
  return [...leaves].sort((left, right) => {
    for (const [index, step] of left.path.entries()) {
      const other = right.path[index] as Step;
      if (step.order !== other.order) return step.order < other.order ? -1 : 1;
    }
    return 0;
  });
}

/** Selects the outermost groups by the sum of the known values of the first metric; unknown ones come last. */
function selectGroups(
  leaves: readonly Leaf[],
  numbers: readonly Leaf[],
  { sort, limit, metric }: PlainQuestion,
): Leaf[] {
  const outer = [...new Set(leaves.map(({ path }) => path[0]?.label ?? ''))];
  const weights = new Map(
    outer.map((label) => {
      const own = numbers.filter(({ path }) => path[0]?.label === label);
      const main = own.filter(({ path }) => path.slice(1).some((step) => step.label === metric));
      const known = (main.length > 0 ? main : own).flatMap(({ value }) => value ?? []);
      return [label, known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)];
    }),
  );
  const direction = sort === 'DESC' ? -1 : 1;
  const chosen =
    sort === null
      ? outer
      : [...outer].sort((left, right) => {
          const [one, other] = [weights.get(left) ?? null, weights.get(right) ?? null];
          if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
          return direction * (one - other);
        });
  return chosen
    .slice(0, limit ?? chosen.length)
    .flatMap((label) => leaves.filter(({ path }) => path[0]?.label === label));
}
