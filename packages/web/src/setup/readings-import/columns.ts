import { detectDelimiter, splitFields } from '@atrium/domain/numbers/delimited-files';

/** A column of a file, with its first values. */
export interface Column {
  readonly name: string;
  readonly samples: readonly string[];
}

/** Meaning of a column: `time`, `device` (serials), a metric's id, or '' to ignore it. */
export type Meaning = string;

export type ColumnsProblem = 'noTime' | 'twoTimes' | 'twoDevices' | 'noMetric' | 'twiceMetric';

const maxSamples = 3;

/** Reads the columns from the beginning of a file; null if there are none. Ignores a truncated last line. */
export function parseColumns(beginning: string): readonly Column[] | null {
  const [header = '', ...lines] = beginning.replace(/^\uFEFF/, '').split(/\r?\n/);
  const delimiter = detectDelimiter([header]);
  const names = splitFields(header, delimiter);
  if (typeof names === 'string' || names.length < 2) return null;
  const rows = lines
    .slice(0, -1)
    .flatMap((line) => [splitFields(line, delimiter)])
    .filter((fields) => typeof fields !== 'string' && fields.length >= names.length)
    .slice(0, maxSamples) as readonly (readonly string[])[];
  // If the first record has one field more than the header, its first field is an unnamed row number.
  const shift = rows[0]?.length === names.length + 1 ? 1 : 0;
  return names.map((name, index) => ({
    name: name.trim(),
    samples: rows.map((row) => row[index + shift] ?? '').filter((sample) => sample !== ''),
  }));
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
    const found =
      meaning || ([...metrics].find((metric) => metric === name || metric.toLowerCase().startsWith(like)) ?? '');
    if (found === '' || taken.has(found)) return '';
    taken.add(found);
    return found;
  });
}

/** Returns why a file cannot be imported with these meanings; null if it can. */
export function findColumnsProblem(meanings: readonly Meaning[]): ColumnsProblem | null {
  const count = (wanted: Meaning) => meanings.filter((meaning) => meaning === wanted).length;
  if (count('time') === 0) return 'noTime';
  if (count('time') > 1) return 'twoTimes';
  if (count('device') > 1) return 'twoDevices';
  const metrics = selectMetrics(meanings);
  if (metrics.length === 0) return 'noMetric';
  return new Set(metrics).size < metrics.length ? 'twiceMetric' : null;
}

export const selectMetrics = (meanings: readonly Meaning[]): readonly string[] =>
  meanings.filter((meaning) => meaning !== '' && meaning !== 'time' && meaning !== 'device');
