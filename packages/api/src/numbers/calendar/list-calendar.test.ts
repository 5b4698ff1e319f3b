import type { LocalDate } from '@atrium/domain/core';
import { expect, test } from 'vitest';
import type { Scope } from '../../platform/tenancy/index.ts';
import { listCalendar } from './list-calendar.ts';

const event = { neverEnding: false, removedAt: null };
const sites = [
  {
    ...{ id: 1, fields: { country: 'CH', closedDates: ['2026-12-28', '2026-12-27', '2026-12-30'] } },
    events: [
      { ...event, name: 'Market', dateBegin: '2026-11-20', dateEnd: '2026-12-01' },
      { ...event, name: 'Gone', dateBegin: '2026-12-05', dateEnd: '2026-12-06', removedAt: 5 },
      { ...event, name: 'Always', neverEnding: true, dateBegin: null, dateEnd: null },
    ],
  },
  { ...{ id: 2, fields: { country: null, closedDates: [] } }, events: [] },
];
const dependencies = {
  sites: { snapshot: async () => ({ sites: new Map(sites.map((site) => [site.id, site])) }) as never },
  findHolidays: async (_country: string, years: readonly number[]) =>
    new Map(
      years.flatMap((year) =>
        ['25', '26'].map((day) => [`${year}-12-${day}`, { name: 'Weihnachten', names: { fr: 'Noël' } }] as const),
      ),
    ),
};
const list = async (from: string, to: string, language = 'en') => {
  const read = await listCalendar(dependencies, {} as Scope, {
    from: from as LocalDate,
    to: to as LocalDate,
    language,
  });
  return read.ok ? read.value.map(({ kind, name, first, last }) => [kind, name, first, last]) : read.error.code;
};

test('lists what touches the days, joined where days of a name follow each other', async () => {
  expect(await list('2026-12-01', '2027-01-01')).toEqual([
    ['event', 'Market', '2026-11-20', '2026-12-01'],
    ['holiday', 'Weihnachten', '2026-12-25', '2026-12-26'],
    ['closed', null, '2026-12-27', '2026-12-28'],
    ['closed', null, '2026-12-30', '2026-12-30'],
  ]);
  expect(await list('2026-12-02', '2026-12-26', 'fr')).toEqual([['holiday', 'Noël', '2026-12-25', '2026-12-26']]);
  const inNoLanguage = await list('2026-12-02', '2026-12-26', 'constructor');
  expect(inNoLanguage).toEqual([['holiday', 'Weihnachten', '2026-12-25', '2026-12-26']]);
});

test.each([
  ['no day', '2026-12-01', '2026-12-01'],
  ['no dates', 'December', '2027-01-01'],
  ['more than 370 days', '2026-01-01', '2027-01-07'],
])('refuses %s', async (_, from, to) => {
  expect(await list(from, to)).toBe('BAD_INPUT');
});
