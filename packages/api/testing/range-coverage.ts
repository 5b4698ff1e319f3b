import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { addDays, dayNumberToDate, getWeekday, type LocalDate, toDayNumber } from '@atrium/domain/core';
import { findMetric, type Metric } from '@atrium/domain/numbers';
import {
  type ExpectedMethod,
  ExpectedValues,
  expectedReach,
  getExpectedMethod,
  type HistoryDay,
} from '@atrium/domain/numbers/expected';
import { Random } from '@atrium/testkit/chance';

/**
 * Measures how often a range holds the value it was drawn for, one day ahead, and the error of the expected value.
 * `node packages/api/testing/range-coverage.ts` prints the tables of docs/expected.md.
 */

export const recordingName = 'hardbruecke-2020.csv.gz';
/** The folder of recordings of real sites, which are not in the repository. */
const folder = process.env.ATRIUM_RECORDINGS ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const recording = path.join(folder, recordingName);
export const hasRecording = existsSync(recording);

/** Values of a place by day and slot. */
export interface Recorded {
  readonly first: LocalDate;
  readonly days: readonly HistoryDay[];
  readonly slots: readonly number[];
  readonly method: ExpectedMethod;
}

/** One judged value. */
export interface Judged {
  readonly date: LocalDate;
  readonly minutes: number;
  readonly value: number;
  readonly expected: number;
  /** Null before there is a range. */
  readonly isHeld: boolean | null;
  readonly lastWeek: number | null;
  readonly eightWeeks: number | null;
}

const dayMinutes = 1440;

function methodOf(metric: string): ExpectedMethod {
  return getExpectedMethod(findMetric(metric) as Metric) as ExpectedMethod;
}

/** Holidays of Zürich in 2020, and the day before the first of them. */
const holidays: ReadonlySet<string> = new Set([
  '2020-01-01',
  '2020-01-02',
  '2020-04-10',
  '2020-04-13',
  '2020-05-01',
  '2020-05-21',
  '2020-06-01',
  '2020-12-24',
  '2020-12-25',
  '2020-12-26',
  '2020-12-31',
]);

/** Reads the entries at a station in 2020, all lines together. Slots without anybody are absent from the file. */
export function readStation(width: number): Recorded {
  const rows = gunzipSync(readFileSync(recording)).toString('utf8').trim().split('\n').slice(1);
  const first = '2020-01-01' as LocalDate;
  const perDay = dayMinutes / width;
  const sums = Array.from({ length: 366 }, () => new Array<number>(perDay).fill(0));
  for (const row of rows) {
    const [entered, , time] = row.replaceAll('"', '').split(',') as [string, string, string];
    const day = toDayNumber(time.slice(0, 10)) - toDayNumber(first);
    const slot = Math.floor((Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16))) / width);
    (sums[day] as number[])[slot] = ((sums[day] as number[])[slot] as number) + Number(entered);
  }
  const days = sums.map((values, day): HistoryDay => {
    const date = addDays(first, day);
    // The hour that the clocks skipped.
    const known = values.map((value, slot) =>
      date === '2020-03-29' && Math.floor((slot * width) / 60) === 2 ? null : value,
    );
    return { values: known, unusual: holidays.has(date) ? 'holiday' : null };
  });
  return { first, days, slots: slotsOf(width), method: methodOf('affluenceIn') };
}

/** Returns the same values added up from the start of each day to an hour. */
export function accumulate({ days, ...recorded }: Recorded, until: number): Recorded {
  const begun = recorded.slots.filter((minutes) => minutes < until).length;
  const summed = days.map(({ values, unusual }): HistoryDay => {
    const known = values.slice(0, begun);
    const sum = known.reduce<number>((total, value) => total + (value ?? 0), 0);
    return { values: [known.includes(null) ? null : sum], unusual };
  });
  return { ...recorded, days: summed, slots: [0] };
}

function slotsOf(width: number): number[] {
  return Array.from({ length: dayMinutes / width }, (_, slot) => slot * width);
}

/** Judges every hour of every usual day by what was known the evening before. */
export function judge({ first, days, slots, method }: Recorded): Judged[] {
  const all = new ExpectedValues({ first, days, slots }, method);
  return days.flatMap(({ values, unusual }, day) => {
    if (unusual !== null) return [];
    const date = addDays(first, day);
    return all.at(date).flatMap(({ expected, lower, upper }, slot): Judged[] => {
      const value = values[slot] ?? null;
      if (value === null || expected === null) return [];
      const weeks = Array.from({ length: 8 }, (_, week) => days[day - 7 * (week + 1)])
        .filter((past) => past?.unusual === null)
        .flatMap((past) => past?.values[slot] ?? []);
      const isHeld = lower === null || upper === null ? null : lower <= value && value <= upper;
      return [
        {
          date,
          minutes: slots[slot] as number,
          value,
          expected,
          isHeld,
          lastWeek: days[day - 7]?.values[slot] ?? null,
          eightWeeks: weeks.length === 0 ? null : middleOf(weeks),
        },
      ];
    });
  });
}

function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[half] as number)
    : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
}

/** Returns the share of values within their range in percent; NaN without any. */
export function coverageOf(judged: readonly Judged[]): number {
  const ranged = judged.filter(({ isHeld }) => isHeld !== null);
  return (100 * ranged.filter(({ isHeld }) => isHeld).length) / ranged.length;
}

/** Returns the sum of errors in percent of the sum of values. */
export function errorOf(judged: readonly Judged[], of: (one: Judged) => number | null): number {
  let [wrong, total] = [0, 0];
  for (const one of judged) {
    const guess = of(one);
    if (guess === null) continue;
    wrong += Math.abs(one.value - guess);
    total += one.value;
  }
  return (100 * wrong) / total;
}

/** Normal deviate. */
function bell(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** Number of people where `mean` are expected. */
function people(random: Random, mean: number): number {
  if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * bell(random)));
  const limit = Math.exp(-mean);
  let [count, left] = [0, random.next()];
  while (left > limit) {
    count += 1;
    left *= random.next();
  }
  return count;
}

const worldDays = 365;

/** A year of a made-up place: `valueAt` gives the value of an hour. */
function aWorld(
  metric: string,
  seed: number,
  valueAt: (random: Random, hour: number, day: { weekday: number; place: number; luck: number }) => number,
): Recorded {
  const random = new Random(seed);
  const first = dayNumberToDate(toDayNumber('2025-01-06'));
  const days = Array.from({ length: worldDays }, (_, place): HistoryDay => {
    const weekday = getWeekday(addDays(first, place));
    const luck = bell(random);
    const values = Array.from({ length: 24 }, (_, hour) => valueAt(random, hour, { weekday, place, luck }));
    return { values, unusual: null };
  });
  return { first, days, slots: slotsOf(60), method: methodOf(metric) };
}

const busy = (hour: number) => Math.exp(-(((hour - 14) / 4) ** 2));
const open = (hour: number) => hour >= 9 && hour < 20;

/** Made-up places, one for each kind of value. */
export const worlds: Readonly<Record<string, (seed: number) => Recorded>> = {
  'visitors of a shop': (seed) =>
    aWorld('affluenceIn', seed, (random, hour, { weekday, luck }) =>
      open(hour) ? people(random, 60 * busy(hour) * (weekday === 6 ? 1.6 : 1) * Math.exp(0.1 * luck)) : 0,
    ),
  'visitors of a museum that grows by half': (seed) =>
    aWorld('affluenceIn', seed, (random, hour, { weekday, place, luck }) => {
      const level = 1 + (0.5 * place) / worldDays;
      const mean = 200 * busy(hour) * level * (weekday >= 6 ? 2 : 1) * Math.exp(0.15 * luck);
      return open(hour) && weekday !== 1 ? people(random, mean) : 0;
    }),
  'people inside': (seed) =>
    aWorld('inside', seed, (random, hour, { weekday }) =>
      open(hour) ? Math.max(0, 80 * busy(hour) * (weekday >= 6 ? 1.4 : 1) + 9 * bell(random)) : 0,
    ),
  'CO2 of a room': (seed) =>
    aWorld(
      'co2',
      seed,
      (random, hour, { weekday }) =>
        420 + (weekday < 6 && open(hour) ? 350 * busy(hour) : 0) + (15 + 30 * busy(hour)) * Math.abs(bell(random)),
    ),
  'temperature of a room': (seed) =>
    aWorld(
      'temperature',
      seed,
      (random, hour, { place, luck }) =>
        20 + 4 * Math.sin((2 * Math.PI * (place - 100)) / 365) + 1.5 * busy(hour) + 0.5 * luck + 0.2 * bell(random),
    ),
  'electricity of a building': (seed) =>
    aWorld(
      'electricityConsumption',
      seed,
      (random, hour, { weekday, luck }) =>
        (6 + (weekday < 6 ? 40 * busy(hour) : 4)) * Math.exp(0.06 * luck + 0.05 * bell(random)),
    ),
  'turnover of a shop': (seed) =>
    aWorld('turnover', seed, (random, hour, { weekday, luck }) => {
      const receipts = open(hour)
        ? people(random, 25 * busy(hour) * (weekday === 6 ? 1.5 : 1) * Math.exp(0.1 * luck))
        : 0;
      return Array.from({ length: receipts }, () => 5 + 30 * random.next() ** 2).reduce((sum, one) => sum + one, 0);
    }),
};

const parts: readonly (readonly [name: string, from: string, to: string])[] = [
  ['to 15 March', '2020-01-01', '2020-03-15'],
  ['16 March to 10 May (lockdown)', '2020-03-16', '2020-05-10'],
  ['11 May to 30 September', '2020-05-11', '2020-09-30'],
  ['October to December', '2020-10-01', '2020-12-31'],
];

function print(): void {
  const write = (line: string) => process.stdout.write(`${line}\n`);
  const digits = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(1));
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) => {
    for (const row of [head, head.map(() => '---'), ...rows]) write(`| ${row.join(' | ')} |`);
    write('');
  };
  if (!hasRecording) write(`${recordingName} is missing; only made-up places follow.\n`);
  else {
    const hours = judge(readStation(60));
    const within = (judged: readonly Judged[], from: string, to: string) =>
      judged.filter(({ date }) => from <= date && date <= to);
    table(
      ['part of 2020', 'expected', "last week's same hour", 'median of eight weeks', 'within the range'],
      [...parts, ['the year', '2020-01-01', '2020-12-31'] as const].map(([name, from, to]) => {
        const part = within(hours, from, to);
        const errors = [
          (one: Judged) => one.expected,
          (one: Judged) => one.lastWeek,
          (one: Judged) => one.eightWeeks,
        ].map((of) => digits(errorOf(part, of)));
        return [name, ...errors, digits(coverageOf(part))];
      }),
    );
    table(
      ['hours', ...parts.map(([name]) => name), 'the year'],
      Array.from({ length: 8 }, (_, block) => {
        const own = hours.filter(({ minutes }) => Math.floor(minutes / 180) === block);
        const cells = parts.map(([, from, to]) => digits(coverageOf(within(own, from, to))));
        return [`${block * 3}–${block * 3 + 3}`, ...cells, digits(coverageOf(own))];
      }),
    );
    const others: readonly (readonly [string, Recorded])[] = [
      ['a quarter of an hour', readStation(15)],
      ['from midnight to 10:00', accumulate(readStation(60), 600)],
      ['from midnight to 15:00', accumulate(readStation(60), 900)],
      ['a day', accumulate(readStation(60), dayMinutes)],
    ];
    table(
      ['value', ...parts.map(([name]) => name), 'the year', 'error'],
      others.map(([name, recorded]) => {
        const judged = judge(recorded);
        const cells = parts.map(([, from, to]) => digits(coverageOf(within(judged, from, to))));
        return [name, ...cells, digits(coverageOf(judged)), digits(errorOf(judged, (one) => one.expected))];
      }),
    );
  }
  table(
    ['made-up place, ten years of each', 'within the range', 'error'],
    Object.entries(worlds).map(([name, world]) => {
      const judged = Array.from({ length: 10 }, (_, seed) => judge(world(seed + 1))).flat();
      const isOpen = judged.filter(({ value, expected }) => value !== 0 || expected !== 0);
      return [name, digits(coverageOf(isOpen)), digits(errorOf(isOpen, (one) => one.expected))];
    }),
  );
  write(`An expected value looks back ${expectedReach} days at most.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print();
