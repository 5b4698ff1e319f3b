import { addDays, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import { Random } from '@atrium/testkit/chance';
import { compareSlowly, World } from '@atrium/testkit/oracle';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { buildCrossings } from './testing/hourly-readings.ts';
import { buildHall, buildRequest, createReporter } from './testing/report-world.ts';

const stores = useTestStores();
const hour = 3_600_000;
let organization = 93_000;

const written = (value: number, decimals = 0) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const signed = (value: number, decimals: number) => `${value < 0 ? '−' : '+'}${written(Math.abs(value), decimals)}`;
const people = (count: number) => `${written(count)} ${count === 1 ? 'person' : 'people'}`;

interface Derived {
  /** Null: no data. */
  readonly value: number | null;
  /** Usual of the whole value, as shown. Null: less than half is comparable. */
  readonly usual: number | null;
}

/** Rounds a usual number of people as reports show it: a small mean has one decimal. */
const decimalsOf = (usual: number) => (usual < 100 && !Number.isInteger(usual) ? 1 : 0);
const shown = (usual: number) => Number(usual.toFixed(decimalsOf(usual)));

/** Derives the expected headline from plain loops over the readings. */
function headlineOf({ value, usual }: Derived, days: number): string {
  if (value === null) return 'Nothing was heard from the sensors, so nothing is known about this time.';
  if (value === 0) return 'Nobody came in.';
  if (usual === null || days < 1) return `${people(value)} came in.`;
  const few = Math.min(value, usual) < 30;
  if (usual === 0 && !few) return `${people(value)} came in.`;
  const percent = usual === 0 ? 100 : (Math.abs(value - usual) / usual) * 100;
  const difference = Math.round(Math.abs(value - usual));
  if ((usual === 0 && value === 0) || percent < 3 || (few && difference === 0))
    return value === 1 ? '1 person came in, as usual.' : `${people(value)} came in, about as many as usual.`;
  const by = few ? written(difference) : `${written(percent, 1)} %`;
  return `${people(value)} came in, ${by} ${value > usual ? 'more' : 'fewer'} than usual.`;
}

/** Builds a line of a table of figures in a plain text mail. */
function lineOf(label: string, unit: boolean, { value, usual }: Derived): string {
  if (value === null) return `${label}: no data`;
  const parts = [`${label}: ${written(value)}${unit ? (value === 1 ? ' visitor' : ' visitors') : ''}`];
  if (usual !== null) {
    const few = Math.min(value, usual) < 30;
    const change = few ? value - usual : ((value - usual) / usual) * 100;
    const isNothing = few && value === 0 && usual === 0;
    if (!isNothing)
      parts.push(few ? signed(Math.sign(change) * Math.round(Math.abs(change)), 0) : `${signed(change, 1)} %`);
    // The line's own figures give its change.
    parts.push(`Usual ${written(usual, decimalsOf(usual))}`);
  }
  return parts.join('; ');
}

test('a report says what loops over the readings find, and no more', async () => {
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(1, 3, 7),
    fc.constantFrom(3, 40, 900),
    fc.constantFrom('00:00', '04:00'),
    async (seed, days, most, changeOfDay) => {
      const random = new Random(seed);
      const site = buildHall(organization++, { timezone: 'Europe/Zurich', changeOfDay, zones: buildHall(1).zones });
      const first = addDays('2026-10-05' as LocalDate, random.below(30));
      const [from, to] = [startOfSiteDay(site, addDays(first, -36)), startOfSiteDay(site, addDays(first, days))];
      const grown = random.pick([0.5, 1, 1, 1.2]);
      const asked = startOfSiteDay(site, first);
      const silences = [21, 22, 23].map((device) => {
        const begin = asked + (random.below(days * 24) - 4) * hour;
        return { device, begin, end: begin + random.pick([0, 0, 3, 30, 400]) * hour };
      });
      const readings = [21, 22, 23].flatMap((device) =>
        buildCrossings(device, [from, to], (at) => {
          const { begin, end } = silences.find((one) => one.device === device) ?? { begin: 0, end: 0 };
          const value = Math.round(random.below(most) * (at >= asked ? grown : 1));
          return at >= begin && at < end ? null : value;
        }),
      );
      const now = to + 2 * hour;
      const { compose, scope, deliver } = createReporter(() => stores.analytics, site, now);
      await deliver(readings);
      const made = await compose(scope, buildRequest(site, first, addDays(first, days)), { parts: ['mail'] });
      if (!made.ok) throw new Error(made.error.message);
      const { text } = made.value.mail({ unsubscribe: null, openIn: 'https://atrium.example', files: [] });
      const lines = text.replace(/[\u00a0\u202f]/g, ' ').split('\n');

      const world = new World(site, readings, undefined, now);
      const doors = new Set([21, 22]);
      const summed = (begin: number, end: number): number | null => {
        const told = readings.filter(
          ({ device, metric, at }) => doors.has(device) && metric === 'affluenceIn' && at >= begin && at < end,
        );
        return told.length === 0 ? null : told.reduce((sum, { value }) => sum + value, 0);
      };
      const compared = (width: null | 86_400) =>
        compareSlowly(world, {
          metric: 'affluenceIn',
          mode: 'USUAL',
          periods: [[first, addDays(first, days)]],
          weekdays: null,
          hours: null,
          width,
          base: 3600,
          part: { zones: [1], passages: null, devices: null },
        });
      const whole = compared(null);
      const derive = (
        value: number | null,
        row: (typeof whole.rows)[number] | undefined,
        isComparable: boolean,
      ): Derived => {
        const then = row?.comparison ?? null;
        const at = row?.evolution ?? null;
        if (value === null || then === null) return { value, usual: null };
        const part = at === null ? value : then * (1 + at / 100);
        const isEnough = value === 0 ? isComparable : part * 2 >= value * (1 - 1e-9);
        return { value, usual: isEnough ? shown(part === 0 ? then : (then * value) / part) : null };
      };
      const total = derive(summed(asked, to), whole.rows[0], whole.known * 2 >= whole.asked);
      expect(lines.join(' '), JSON.stringify({ seed, first })).toContain(headlineOf(total, days));
      if (total.value === null) return;
      expect(lines.find((line) => line.startsWith('Entries: '))).toContain(lineOf('Entries', true, total));
      expect(lines.find((line) => line.startsWith('Coverage: '))).toMatch(/^Coverage: Entries: \d/);
      const byDay = new Map(compared(86_400).rows.map((row) => [row.label.slice(0, 10), row]));
      for (let index = 0; days > 1 && index < days; index++) {
        const date = addDays(first, index);
        const value = summed(startOfSiteDay(site, date), startOfSiteDay(site, addDays(date, 1)));
        const hours = Array.from(
          { length: (startOfSiteDay(site, addDays(date, 1)) - startOfSiteDay(site, date)) / hour },
          (_, place) => startOfSiteDay(site, date) + place * hour,
        );
        const known = hours.filter((at) => summed(at, at + hour) !== null);
        const isComparable = known.length * 2 >= hours.length;
        const label = new Date(`${date}T12:00:00Z`)
          .toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
          .replace(',', '');
        const line = lines.find((one) => one.startsWith(`${label}: `));
        if (!isComparable) expect(line).not.toContain('Usual');
        // Whether the day is known in part is beside its figures.
        expect(line?.replace('; in part', ''), `${date} of ${seed}`).toContain(
          lineOf(label, true, isComparable ? derive(value, byDay.get(date), true) : { value, usual: null }),
        );
      }
    },
  );
  await fc.assert(runs, { numRuns: 8, endOnFailure: true });
}, 300_000);
