import { err, type Failure, failure, isTimezone, ok, type Result } from '@atrium/domain/core';
import { findOpposite, parseUnit, type RecipeOptions, shippedRecipes } from '@atrium/domain/numbers/import';
import { countsFromZero, type DateOrder, explainDerived, sendableMetrics } from '@atrium/domain/numbers/readings';
import type { CounterKind } from '@atrium/domain/sites';

/** What a value measures. */
export interface ValueMeaning {
  readonly metric: string;
  /** As the user gave it; null: what the column's name states, or the metric's own. */
  readonly unit: string | null;
}

/** Column that holds values. In a table with a column of names, `column` is such a name. */
export interface ValueMap extends ValueMeaning {
  readonly column: string;
  /** Device of this column's values; null: the row's. */
  readonly serial: string | null;
}

/** Meaning of a file's columns. */
export interface ImportOptions {
  /** IANA time zone of times without an offset. */
  readonly timezone: string;
  readonly timeColumn: string;
  /** Column of the time of day, if the other holds only the date. */
  readonly clockColumn: string | null;
  /** Null: each value column names its own. */
  readonly device: { readonly column: string } | { readonly serial: string } | null;
  readonly maps: readonly ValueMap[];
  /** For a table in which one column names what another holds: `maps` then lists the names. */
  readonly named: { readonly nameColumn: string; readonly valueColumn: string } | null;
  /** For a table whose columns are named by hours or dates: what their values measure. */
  readonly across: ValueMeaning | null;
  /** Seconds covered by each row; 0 for instants. */
  readonly interval: number;
  /** Whether slots without a row, between a device's first and last, count as 0. */
  readonly fillZero: boolean;
  /** What comes first in dates such as 03/04/2021. Null: what the file's other dates show. */
  readonly dateOrder: DateOrder | null;
  /** Whether a row's time is the end of its interval rather than the start. */
  readonly timesAreEnds: boolean;
  /** What the values of meters are. Null: not said, or there are none. */
  readonly kind: CounterKind | null;
  /** Meter of production that negative amounts of consumption belong to. Null: they are wrong. */
  readonly exportTo: string | null;
}

/** Whether a metric is a meter's, whose values may be the states of a register or the amounts of intervals. */
export const isCounter = (metric: string): boolean => sendableMetrics.get(metric)?.kind === 'counter';

/** The metrics of a file, each once. */
export const listMetrics = ({ maps, across }: Pick<ImportOptions, 'maps' | 'across'>): readonly string[] => [
  ...new Set([...maps.map(({ metric }) => metric), ...(across === null ? [] : [across.metric])]),
];

/** Whether values belong to the device of their row, since their column names none. */
export const needsDevice = ({ maps, across }: Pick<ImportOptions, 'maps' | 'across'>): boolean =>
  across !== null || maps.some(({ serial }) => serial === null);

/** Whether the file has values of meters, and what they are is not said. */
export const lacksKind = (options: ImportOptions): boolean =>
  options.kind === null && listMetrics(options).some(isCounter);

const orderByName = new Map<string, DateOrder>([
  ['day-first', 'dayFirst'],
  ['month-first', 'monthFirst'],
]);

const longestInterval = 86_400;

/** Options as typed. */
export interface GivenOptions {
  readonly timezone: string;
  readonly time: string;
  readonly clock?: string | undefined;
  readonly device?: string | undefined;
  readonly map?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  readonly across?: string | undefined;
  readonly interval?: string | undefined;
  readonly fillZero?: boolean | undefined;
  readonly dates?: string | undefined;
  readonly ends?: boolean | undefined;
  readonly amounts?: boolean | undefined;
  readonly register?: boolean | undefined;
  readonly exportTo?: string | undefined;
}

/** Parses command-line options. The failure names the option and its valid values. */
export function parseImportOptions(given: GivenOptions): Result<ImportOptions, Failure> {
  const maps: ValueMap[] = [];
  for (const text of given.map ?? []) {
    const map = parseMap(text);
    if (map === null) return wrong('map', `takes <column>=<metric>, not "${text}"`);
    maps.push(map);
  }
  const across = given.across === undefined ? null : parseMeaning(given.across);
  if (across === undefined || (across !== null && across.serial !== null))
    return wrong('across', `takes <metric>, not "${given.across}"`);
  const { name: nameColumn, value: valueColumn } = given;
  if ((nameColumn === undefined) !== (valueColumn === undefined))
    return wrong(nameColumn === undefined ? 'name' : 'value', 'is needed: --name and --value go together');
  const named = nameColumn === undefined || valueColumn === undefined ? null : { nameColumn, valueColumn };
  const dateOrder = given.dates === undefined ? null : orderByName.get(given.dates);
  if (dateOrder === undefined) return wrong('dates', `takes day-first or month-first, not "${given.dates}"`);
  if (given.amounts && given.register) return wrong('amounts', 'and --register exclude each other');
  return checkOptions({
    ...{ timezone: given.timezone, timeColumn: given.time, clockColumn: given.clock ?? null },
    ...{ maps, named, across: across === null ? null : { metric: across.metric, unit: across.unit } },
    device: parseDevice(given.device),
    interval: Number(given.interval ?? 0),
    ...{ dateOrder, fillZero: given.fillZero ?? false, timesAreEnds: given.ends ?? false },
    kind: given.amounts ? 'amount' : given.register ? 'register' : null,
    exportTo: given.exportTo ?? null,
  });
}

/** Options as typed, of which a recipe may have the rest. */
export type PartialOptions = { readonly [Name in keyof GivenOptions]?: GivenOptions[Name] | undefined };

/** Returns the failure for an unknown name, which lists the recipes there are. */
export const noRecipe = (name: string, saved: readonly string[] = []): Failure =>
  failure(
    'BAD_INPUT',
    `--recipe names no recipe "${name}"; there are ${[...shippedRecipes.map(({ id }) => id), ...saved].join(', ')}`,
    'recipe',
  );

/** Takes what is not given from a recipe. Given columns replace those of the recipe. */
export function applyRecipe(recipe: RecipeOptions, given: PartialOptions): PartialOptions {
  const { timezone, clockColumn, deviceColumn, serial, named, maps, across, dateOrder, kind } = recipe;
  const isRegister = given.register ?? false;
  const hasMaps = given.map !== undefined && given.map.length > 0;
  return {
    timezone: given.timezone ?? timezone ?? undefined,
    time: given.time ?? recipe.timeColumn,
    clock: given.clock ?? clockColumn ?? undefined,
    device: given.device ?? deviceColumn ?? (serial === null ? undefined : `=${serial}`),
    map: hasMaps ? given.map : maps.map((map) => `${map.column}=${formatMeaning(map)}`),
    name: given.name ?? named?.nameColumn,
    value: given.value ?? named?.valueColumn,
    across: given.across ?? (across === null || hasMaps ? undefined : formatMeaning({ ...across, serial: null })),
    interval: given.interval ?? String(recipe.interval),
    fillZero: given.fillZero || recipe.fillZero,
    dates: given.dates ?? [...orderByName].find(([, order]) => order === dateOrder)?.[0],
    ends: given.ends || recipe.timesAreEnds,
    amounts: given.amounts || (kind === 'amount' && !isRegister),
    register: isRegister || (kind === 'register' && !given.amounts),
    exportTo: given.exportTo ?? recipe.exportTo ?? undefined,
  };
}

const formatMeaning = ({ metric, unit, serial }: Omit<ValueMap, 'column'>): string =>
  `${metric}${unit === null ? '' : `:${unit}`}${serial === null ? '' : `@${serial}`}`;

const parseDevice = (text: string | undefined): ImportOptions['device'] =>
  text === undefined ? null : text.startsWith('=') ? { serial: text.slice(1) } : { column: text };

/** Checks that options fit together. The failure names the option as the command line does. */
export function checkOptions(options: ImportOptions): Result<ImportOptions, Failure> {
  const { timezone, maps, across, named, device, interval, fillZero, kind } = options;
  if (!isTimezone(timezone)) return wrong('timezone', `takes an IANA zone such as Europe/Zurich, not "${timezone}"`);
  if (!Number.isInteger(interval) || interval < 0 || interval > longestInterval) {
    return wrong('interval', `takes whole seconds from 0 to ${longestInterval}, not "${interval}"`);
  }
  for (const [option, meanings] of [
    ['map', maps],
    ['across', across === null ? [] : [across]],
  ] as const)
    for (const meaning of meanings) {
      const problem = findProblem(meaning, kind, interval);
      if (problem !== null) return wrong(option, problem);
    }
  if (maps.length === 0 && across === null) return wrong('map', 'is needed at least once');
  if (across !== null && (named !== null || maps.length > 0))
    return wrong('across', 'excludes --map and --name: all values are of one metric');
  // Values of two names for one time would correct each other.
  const targets = maps.map(({ metric, serial }) => `${metric} ${serial ?? ''}`);
  if (new Set(targets).size < targets.length) return wrong('map', 'names a metric twice');
  if (device === null && needsDevice(options)) return wrong('device', 'is missing');
  const metrics = listMetrics(options);
  if (fillZero && interval === 0) return wrong('fill-zero', 'needs --interval');
  if (fillZero && !metrics.some(countsAbsentAsZero)) {
    return wrong('fill-zero', 'needs a metric that counts: nobody there is 0 visitors, but no 0 degrees');
  }
  if (options.timesAreEnds && interval === 0) return wrong('ends', 'needs --interval');
  const option = kind === 'amount' ? 'amounts' : 'register';
  if (kind !== null && !metrics.some(isCounter))
    return wrong(option, 'needs the metric of a meter, such as electricityConsumption');
  if (kind === 'amount' && interval === 0) return wrong(option, 'needs --interval');
  return checkExport(options);
}

function checkExport(options: ImportOptions): Result<ImportOptions, Failure> {
  const { exportTo, device, kind, maps } = options;
  if (exportTo === null) return ok(options);
  if (kind === 'register') return wrong('export-to', 'needs --amounts: a register is never negative');
  if (!listMetrics(options).some((metric) => findOpposite(metric) !== null))
    return wrong('export-to', 'needs a metric of consumption that has one of production');
  const isOneDevice = device !== null && 'serial' in device && maps.every(({ serial }) => serial === null);
  return isOneDevice ? ok(options) : wrong('export-to', 'needs a file of one meter: --device =SERIAL');
}

/** Returns why values cannot have this meaning; null if they can. */
function findProblem({ metric, unit }: ValueMeaning, kind: CounterKind | null, interval: number): string | null {
  if (!sendableMetrics.has(metric)) {
    const reason = explainDerived(metric);
    return reason === null ? `names no metric "${metric}"` : `can't take ${metric}: ${reason}`;
  }
  if (unit === null) return null;
  const conversion = parseUnit(metric, unit);
  if (conversion === null) return `can't take ${metric} in "${unit}"`;
  return conversion.isPower ? findPowerProblem(unit, kind, interval) : null;
}

/** Returns why values of a power cannot be read; null if they can. */
export function findPowerProblem(unit: string, kind: CounterKind | null, interval: number): string | null {
  if (kind === 'register') return `can't take a register in ${unit}, which is a power`;
  return interval === 0 ? `needs --interval for values in ${unit}` : null;
}

/** Whether a missing slot of the metric means 0. */
export function countsAbsentAsZero(metric: string): boolean {
  const found = sendableMetrics.get(metric);
  return found !== undefined && countsFromZero(found);
}

/** Parses `<column>=<metric>[:<unit>][@<serial>]`. */
function parseMap(text: string): ValueMap | null {
  const [, column, meaning = ''] = /^(.+)=([A-Za-z0-9]+(?:[:@].*)?)$/.exec(text) ?? [];
  const parsed = parseMeaning(meaning);
  return column === undefined || parsed === undefined ? null : { column, ...parsed };
}

function parseMeaning(text: string): (ValueMeaning & { readonly serial: string | null }) | undefined {
  const [, metric, unit, serial] = /^([A-Za-z0-9]+)(?::([^@]+))?(?:@(.+))?$/.exec(text) ?? [];
  return metric === undefined ? undefined : { metric, unit: unit ?? null, serial: serial ?? null };
}

function wrong(option: string, reason: string) {
  return err(failure('BAD_INPUT', `--${option} ${reason}`, option));
}
