import { dateToWall, instantToDate, wallToInstant } from '@atrium/domain/core';
import { listOpenSpans, type OpeningCalendar, parseOpeningWeek, toOpening } from '@atrium/domain/sites';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { demoOrganizations } from './demo-organizations.ts';

interface DeclaredSite {
  readonly key: string;
  readonly timezone: string;
  readonly changeOfDay: string;
  readonly openingHours: Readonly<Record<string, readonly string[]>>;
  readonly closedDates?: readonly string[];
}

const sites = (
  await Promise.all(
    demoOrganizations.map(async ({ siteFile, models }) => {
      const file = parse(await siteFile()) as { installations: readonly DeclaredSite[] };
      return file.installations.map((declared) => ({
        declared,
        calendar: calendarOf(declared),
        model: models.find(({ key }) => key === declared.key),
      }));
    }),
  )
).flat();

function calendarOf({ timezone, changeOfDay, openingHours, closedDates = [] }: DeclaredSite): OpeningCalendar {
  const hours = parseOpeningWeek(openingHours);
  if (!hours.ok) throw new Error(hours.error.message);
  return { timezone, changeOfDay, openingHours: hours.value, closedDates };
}

test.each(sites)(
  '$declared.name is visited in the hours it is declared to be open',
  ({ declared, calendar, model }) => {
    const hours = model?.hours.map((day) =>
      day === null ? [] : [{ begin: day[0] * 60, length: (day[1] - day[0]) * 60 }],
    );
    const openings = calendar.openingHours.spans.map(toOpening);
    expect(
      [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
        openings.filter(({ day }) => day === weekday).map(({ begin, length }) => ({ begin, length })),
      ),
    ).toEqual(hours);
    expect(model?.timezone).toBe(declared.timezone);
    expect(model?.closedDates ?? []).toEqual(declared.closedDates ?? []);
  },
);

test('at every minute of a year, some site of Lumen Retail is open by day', () => {
  const [from, to] = [Date.UTC(2026, 6, 1), Date.UTC(2027, 6, 1)];
  const [minute, hour] = [60_000, 3_600_000];
  const open = new Uint8Array((to - from) / minute);
  for (const { calendar } of sites.filter(({ declared }) => !declared.key.startsWith('rival'))) {
    for (const span of listOpenSpans(calendar, { from, to: to + hour })) {
      const morning = wallToInstant(calendar.timezone, dateToWall(instantToDate(calendar.timezone, span.from), 6 * 60));
      // Excludes the last two minutes before closing, in which alerts may not start watching.
      open.fill(1, (Math.max(span.from, morning) - from) / minute, (span.to - from) / minute - 2);
    }
  }
  const shut = [...open.keys()].filter((at) => open[at] === 0);
  expect(shut.map((at) => new Date(from + at * minute).toISOString()).slice(0, 5)).toEqual([]);
});
