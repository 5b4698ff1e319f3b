import {
  detectHeaderUnit,
  findTimeColumns,
  guessHeader,
  type ImportRecipe,
  parseUnit,
  type Records,
} from '@atrium/domain/numbers/import';

/** A column of a file, with its first values. */
export interface Column {
  readonly name: string;
  readonly samples: readonly string[];
  /** Different values of the first records; too many to list are cut. */
  readonly values: readonly string[];
}

/** What the beginning of a file shows. */
export interface FileColumns {
  readonly columns: readonly Column[];
  /** Number of further columns that are named by hours or dates. */
  readonly across: number;
}

/** Meaning of a column: one of `roles`, a metric's id, or '' to ignore it. */
export type Meaning = string;

/** `clock` is a time of day beside a date; `name` names what `value` holds. */
export const roles = ['time', 'clock', 'device', 'name', 'value'] as const;

export type ColumnsProblem =
  | 'noTime'
  | 'twoTimes'
  | 'twoDevices'
  | 'noMetric'
  | 'twiceMetric'
  | 'nameValue'
  | 'across'
  | 'unit';

/** What the values of a column, or of a name, measure. */
export interface ValueChoice {
  readonly metric: Meaning;
  /** '' for what the column's name states, or the metric's own. */
  readonly unit: string;
  /** '' for the sensor of the row. */
  readonly serial: string;
}

export interface Meanings {
  readonly meanings: readonly Meaning[];
  /** Units and serials by column. */
  readonly details: readonly Omit<ValueChoice, 'metric'>[];
  /** What the column of names may name. */
  readonly names: readonly (ValueChoice & { readonly name: string })[];
  /** What the columns named by hours or dates hold; '' to ignore them. */
  readonly across: Omit<ValueChoice, 'serial'>;
}

/** Meanings of columns as a recipe has them. */
export function applyRecipe(columns: readonly Column[], recipe: ImportRecipe): Meanings {
  const { timeColumn, clockColumn, deviceColumn, named, maps, across } = recipe;
  const byName = new Map<string | null | undefined, Meaning>([
    ...(named === null ? maps.map(({ column, metric }) => [column, metric] as const) : []),
    ...([
      [timeColumn, 'time'],
      [clockColumn, 'clock'],
      [deviceColumn, 'device'],
      [named?.nameColumn, 'name'],
      [named?.valueColumn, 'value'],
    ] as const),
  ]);
  const detailOf = (name: string) => {
    const found = maps.find(({ column }) => column === name);
    return { unit: found?.unit ?? '', serial: found?.serial ?? '' };
  };
  const values = columns.find(({ name }) => name === named?.nameColumn)?.values ?? [];
  return {
    meanings: columns.map(({ name }) => byName.get(name) ?? ''),
    details: columns.map(({ name }) => (named === null ? detailOf(name) : { unit: '', serial: '' })),
    names: maps
      .filter(({ column }) => values.includes(column))
      .map(({ column, metric }) => ({ name: column, metric, ...detailOf(column) })),
    across: { metric: across?.metric ?? '', unit: across?.unit ?? '' },
  };
}

const maxSamples = 3;
const maxValues = 30;

/** Finds the columns in the first records of a file; null if there are none. */
export function findColumns(records: Records): FileColumns | null {
  const at = guessHeader(records);
  if (at === null) return null;
  const names = (records[at] ?? []).map((name) => name.trim());
  const rows = records.slice(at + 1).filter((fields) => fields.length >= names.length);
  // If the first record has one field more than the header, its first field is an unnamed row number.
  const shift = rows[0]?.length === names.length + 1 && rows[0].at(-1) !== '' ? 1 : 0;
  const timed = new Set(findTimeColumns(names, false).map(({ index }) => index));
  const columns = names.flatMap((name, index) => {
    if (timed.has(index) || name === '') return [];
    const values = [...new Set(rows.map((row) => (row[index + shift] ?? '').trim()))].filter((value) => value !== '');
    const samples = rows.slice(0, maxSamples).map((row) => row[index + shift] ?? '');
    return [{ name, samples: samples.filter((sample) => sample !== ''), values: values.slice(0, maxValues) }];
  });
  return columns.length === 0 || names.length < 2 ? null : { columns, across: timed.size };
}

const guesses: readonly (readonly [RegExp, Meaning])[] = [
  [/^(time|timestamp|date|datetime|at|zeit|datum|heure|fecha|ora|data)\b/, 'time'],
  [/^(device|serial|sensor|unit|counter)/, 'device'],
  [/^(affluencein|in|ins|entries|entrances|count_in|enter)$/, 'affluenceIn'],
  [/^(affluenceout|out|outs|exits|count_out|exit)$/, 'affluenceOut'],
];

/** Guesses the columns' meanings from their names; each meaning once. */
export function guessMeanings(columns: readonly Column[], metrics: ReadonlySet<string>): readonly Meaning[] {
  const taken = new Set<Meaning>();
  return columns.map(({ name }) => {
    const plain = name.toLowerCase();
    const [, meaning = ''] = guesses.find(([pattern]) => pattern.test(plain)) ?? [];
    // Matches 'temp' and 'Temperature (°C)' as well as the metric's id.
    const like = plain.match(/^[a-z0-9]{3,}/)?.[0] ?? name;
    const guessed =
      meaning || ([...metrics].find((metric) => metric === name || metric.toLowerCase().startsWith(like)) ?? '');
    // A time of day often stands beside a date.
    const found = guessed === 'time' && taken.has('time') ? 'clock' : guessed;
    if (found === '' || taken.has(found)) return '';
    taken.add(found);
    return found;
  });
}

const isRole = (meaning: Meaning): boolean => roles.some((role) => role === meaning);

/** Lists the value columns, or the names of a column of names that mean something. */
export function listValues(
  columns: readonly Column[],
  { meanings, details, names }: Meanings,
): readonly (ValueChoice & { readonly name: string })[] {
  if (meanings.includes('name')) return names.filter(({ metric }) => metric !== '');
  return meanings.flatMap((metric, index) => {
    const { unit = '', serial = '' } = details[index] ?? {};
    return metric === '' || isRole(metric) ? [] : [{ name: columns[index]?.name ?? '', metric, unit, serial }];
  });
}

/** Returns why a file cannot be imported with these meanings; null if it can. */
export function findColumnsProblem(columns: readonly Column[], chosen: Meanings): ColumnsProblem | null {
  const { meanings, across } = chosen;
  const count = (wanted: Meaning) => meanings.filter((meaning) => meaning === wanted).length;
  if (count('time') === 0) return 'noTime';
  if (count('time') > 1 || count('clock') > 1) return 'twoTimes';
  if (count('device') > 1) return 'twoDevices';
  if (count('name') !== count('value') || count('name') > 1) return 'nameValue';
  const values = listValues(columns, chosen);
  if (across.metric !== '' && (values.length > 0 || count('name') > 0)) return 'across';
  if (across.metric === '' && values.length === 0) return 'noMetric';
  const targets = values.map(({ metric, serial }) => `${metric} ${serial.trim()}`);
  if (new Set(targets).size < targets.length) return 'twiceMetric';
  const isOdd = [...values, { name: '', ...across }].some(
    ({ name, metric, unit }) => metric !== '' && hasOddUnit(metric, name, unit.trim()),
  );
  return isOdd ? 'unit' : null;
}

/** Whether a unit, given or stated by the column's name, is none of the metric. */
function hasOddUnit(metric: string, name: string, unit: string): boolean {
  if (unit !== '') return parseUnit(metric, unit) === null;
  const stated = detectHeaderUnit(metric, name);
  return stated !== 'none' && stated.conversion === 'other';
}
