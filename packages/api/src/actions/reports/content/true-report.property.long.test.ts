import { addDays, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import { findMetric, type LabelledValue, type Metric } from '@atrium/domain/numbers';
import { listUsualFigures, parseAnswer, toCountingQueries } from '@atrium/domain/pages';
import { Random } from '@atrium/testkit/chance';
import { compareSlowly, World } from '@atrium/testkit/oracle';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseValidQuery } from '../../../numbers/testing/ask.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { buildCrossings } from './testing/hourly-readings.ts';
import { buildHall, buildRequest, createReporter } from './testing/report-world.ts';

const stores = useTestStores();
const hour = 3_600_000;
let organization = 93_000;

const entriesMetric = findMetric('affluenceIn') as Metric;
const written = (value: number, decimals = 0) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const signed = (value: number, decimals: number) => `${value < 0 ? '−' : '+'}${written(Math.abs(value), decimals)}`;
const people = (count: number) => `${written(count)} ${count === 1 ? 'person' : 'people'}`;

interface Derived {
  /** Null: no data. */
  readonly value: number | null;
  /** Usual of the whole value, as shown. Null: less than half is comparable. */
  readonly usual: number | null;
  /** As shown. Null: there is none. */
  readonly range?: readonly [number, number] | null;
  /** What the usual is the mean of, in words. Null: it is an expected value. */
  readonly mean?: string | null;
}

/** Rounds a usual number of people as reports show it: a small mean has one decimal. */
const decimalsOf = (usual: number) => (usual < 100 && !Number.isInteger(usual) ? 1 : 0);
const shown = (usual: number) => Number(usual.toFixed(decimalsOf(usual)));
const writtenUsual = (usual: number) => written(usual, decimalsOf(usual));

/** Where a value lies by its range; null without one. */
function sideOf({ value, range }: Derived): 'above' | 'below' | 'within' | null {
  if (value === null || range == null) return null;
  return value > range[1] ? 'above' : value < range[0] ? 'below' : 'within';
}

/** Derives the headline that the figures of a report give. */
function headlineOf(derived: Derived): string {
  const { value, usual } = derived;
  if (value === null) return 'Nothing was heard from the sensors, so nothing is known about this time.';
  if (value === 0) return 'Nobody came in.';
  if (usual === null) return `${people(value)} came in.`;
  const few = Math.min(value, usual) < 30;
  const percent = usual === 0 ? 100 : (Math.abs(value - usual) / usual) * 100;
  const difference = Math.round(Math.abs(value - usual));
  const side = sideOf(derived);
  const isUsual = side === null ? percent < 3 || (few && difference === 0) : side === 'within';
  if (isUsual) return value === 1 ? '1 person came in, as usual.' : `${people(value)} came in, about as many as usual.`;
  const by = few ? written(difference) : `${written(percent, 1)} %`;
  return `${people(value)} came in, ${by} ${value > usual ? 'more' : 'fewer'} than usual.`;
}

/** Builds a line of a table of figures in a plain text mail. */
function lineOf(label: string, isKeyFigure: boolean, derived: Derived): string {
  const { value, usual, range, mean } = derived;
  if (value === null) return `${label}: no data`;
  const parts = [`${label}: ${written(value)} ${value === 1 ? 'visitor' : 'visitors'}`];
  if (usual !== null) {
    const few = Math.min(value, usual) < 30;
    const change = few ? value - usual : ((value - usual) / usual) * 100;
    const rounded = Number((Math.round(value - usual) === 0 ? 0 : change).toFixed(few ? 0 : 1));
    const text = few ? signed(rounded, 0) : `${signed(rounded, 1)} %`;
    const side = sideOf(derived);
    const isNothing = few && value === 0 && usual === 0;
    if (side === 'within') parts.push('as usual');
    else if (rounded === 0 && side === null && !isNothing) parts.push('about the same');
    else if (!isNothing) parts.push(side !== null && isKeyFigure ? `${side} the usual range, ${text}` : text);
    const basis = range ? ` (${range.map(writtenUsual).join('–')})` : mean ? `, ${mean}` : '';
    parts.push(`Usual ${writtenUsual(usual)}${basis}`);
  }
  return parts.join('; ');
}

/** Scales what is known on both sides to the whole. */
const toWhole = (one: number, part: number, value: number) =>
  part === 0 || Math.abs(part - value) <= 1e-9 * value ? one : (one * value) / part;

interface AnswerRow {
  readonly data: readonly LabelledValue[];
  readonly comparison: readonly LabelledValue[] | null;
  readonly evolution: readonly LabelledValue[] | null;
  readonly comparisonTimes: number | null;
}

/** Derives the figure that a page shows from its answer to a total, by the rules of METRICS. `what` names earlier times. */
function readPage({ data, comparison, evolution, comparisonTimes }: AnswerRow, what: string): Derived {
  const [row, then, at] = [data[0], comparison?.[0], evolution?.[0]];
  const value = typeof row?.value === 'number' ? row.value : null;
  if (value === null || typeof then?.value !== 'number') return { value, usual: null };
  const part = typeof at?.value === 'number' ? then.value * (1 + at.value / 100) : value;
  if (part * 2 < value * (1 - 1e-9)) return { value, usual: null };
  const whole = (one: number) => shown(toWhole(one, part, value));
  const { expected } = row as LabelledValue;
  const isRanged = expected?.lower != null && expected.upper != null;
  const times = expected?.value == null ? (expected?.mean?.days ?? comparisonTimes) : null;
  return {
    value,
    usual: whole(then.value),
    range: isRanged ? [whole(expected.lower as number), whole(expected.upper as number)] : null,
    mean: times === null ? null : `${times} ${what}`,
  };
}

const formatDate = (date: LocalDate, options: Intl.DateTimeFormatOptions) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', { ...options, timeZone: 'UTC' }).replace(',', '');

test('a report says what loops over the readings find, what pages say of the same days, and no more', async () => {
  const seen = { ranges: 0, outside: 0, means: 0, expected: 0 };
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(1, 3, 7),
    fc.constantFrom(3, 40, 900),
    fc.constantFrom('00:00', '04:00'),
    fc.constantFrom(20, 45, 80, 125),
    async (seed, days, most, changeOfDay, history) => {
      const random = new Random(seed);
      const site = buildHall(organization++, { timezone: 'Europe/Zurich', changeOfDay, zones: buildHall(1).zones });
      const first = addDays('2026-10-05' as LocalDate, random.below(30));
      const end = addDays(first, days);
      const [from, to] = [startOfSiteDay(site, addDays(first, -history)), startOfSiteDay(site, end)];
      const grown = random.pick([0.5, 1, 1, 1.2]);
      const asked = startOfSiteDay(site, first);
      const silences = [21, 22, 23].map((device) => {
        const begin = asked + (random.below(days * 24) - 4) * hour;
        return { device, begin, end: begin + random.pick([0, 0, 0, 3, 30, 400]) * hour };
      });
      const readings = [21, 22, 23].flatMap((device) =>
        buildCrossings(device, [from, to], (at) => {
          const { begin, end } = silences.find((one) => one.device === device) ?? { begin: 0, end: 0 };
          const value = Math.round(random.below(most) * (at >= asked ? grown : 1));
          return at >= begin && at < end ? null : value;
        }),
      );
      const now = to + 2 * hour;
      const { compose, scope, deliver, answerQueries } = createReporter(() => stores.analytics, site, now);
      await deliver(readings);
      const made = await compose(scope, buildRequest(site, first, end), { parts: ['mail'] });
      if (!made.ok) throw new Error(made.error.message);
      const { text } = made.value.mail({ unsubscribe: null, openIn: 'https://atrium.example', files: [] });
      const lines = text.replace(/[\u00a0\u202f]/g, ' ').split('\n');

      /** The figure of the site's page about some days. */
      const pageOf = async (begin: LocalDate, until: LocalDate): Promise<Derived> => {
        const { entries } = toCountingQueries({
          zoneIds: [site.zones[0]?.id as never],
          tableZoneIds: [],
          ranges: [{ from: begin, to: until }],
          hours: 'all',
          calendar: site,
          compare: 'EXPECTED',
          today: end,
        });
        const [answer] = await answerQueries(scope, [parseValidQuery(entries)]);
        if (!answer?.ok) throw new Error('not answered');
        const isDay = addDays(begin, 1) === until;
        const weekday = formatDate(begin, { weekday: 'short' });
        const derived = readPage(answer.value, isDay ? `prev. ${weekday}` : 'earlier periods');
        // An outside program reads the same figures from the API.
        const [row] = listUsualFigures({ ...parseAnswer(answer.value), granularity: null }, entriesMetric);
        expect(row).toMatchObject({
          ...{ value: derived.value, usual: derived.usual, side: sideOf(derived) },
          ...{ lower: derived.range?.[0] ?? null, upper: derived.range?.[1] ?? null },
        });
        return derived;
      };

      const world = new World(site, readings, undefined, now);
      const doors = new Set([21, 22]);
      const summed = (begin: number, until: number): number | null => {
        const told = readings.filter(
          ({ device, metric, at }) => doors.has(device) && metric === 'affluenceIn' && at >= begin && at < until,
        );
        return told.length === 0 ? null : told.reduce((sum, { value }) => sum + value, 0);
      };
      const about = JSON.stringify({ seed, first, days, most, changeOfDay, history });
      const total = await pageOf(first, end);
      expect(total.value, about).toBe(summed(asked, to));
      if (days > 1) {
        // Several days are compared with the mean of earlier periods, which plain loops find too.
        const {
          rows,
          known,
          asked: most,
        } = compareSlowly(world, {
          ...{ metric: 'affluenceIn', mode: 'USUAL', weekdays: null, hours: null, width: null, base: 3600 },
          periods: [[first, end]],
          part: { zones: [1], passages: null, devices: null },
        });
        const [then, at] = [rows[0]?.comparison ?? null, rows[0]?.evolution ?? null];
        const part = then === null || at === null ? total.value : then * (1 + at / 100);
        const isEnough =
          (total.value ?? 0) === 0 ? known * 2 >= most : (part ?? 0) * 2 >= (total.value ?? 0) * (1 - 1e-9);
        const isNone = total.value === null || then === null || !isEnough;
        const usual = isNone ? null : toWhole(then, part ?? 0, total.value ?? 0);
        expect(total.usual, about).toBe(usual === null ? null : shown(usual));
      }
      expect(lines.join(' '), about).toContain(headlineOf(total));
      if (total.value === null) return;
      const entries = lines.find((line) => line.startsWith('Entries: ')) ?? '';
      expect(entries, about).toBe(lineOf('Entries', true, total));
      if (total.usual !== null && total.value > 0)
        expect(lines.join(' '), about).toContain(
          total.mean ? `Usual is the mean of ${total.mean}.` : 'Usual is the expected value',
        );
      expect(lines.find((line) => line.startsWith('Coverage: '))).toMatch(/^Coverage: Entries: \d/);
      if (total.range) seen.ranges += 1;
      if (total.mean) seen.means += 1;
      for (let index = 0; days > 1 && index < days; index++) {
        const date = addDays(first, index);
        const value = summed(startOfSiteDay(site, date), startOfSiteDay(site, addDays(date, 1)));
        const label = formatDate(date, { weekday: 'short', day: 'numeric', month: 'short' });
        const line = lines.find((one) => one.startsWith(`${label}: `)) ?? '';
        // A day of which a part is missing is not compared: what is usual is that of the whole day.
        const isPart = line.includes('; in part');
        const day = isPart || value === null ? { value, usual: null } : await pageOf(date, addDays(date, 1));
        expect(day.value, about).toBe(value);
        expect(line.replace('; in part', ''), `${date} of ${about}`).toBe(lineOf(label, false, day));
        if (day.range) seen.ranges += 1;
        if (day.range && sideOf(day) !== 'within') seen.outside += 1;
        if (day.usual !== null && !day.range && !day.mean) seen.expected += 1;
      }
    },
  );
  await fc.assert(runs, { numRuns: 16, endOnFailure: true });
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
}, 300_000);
