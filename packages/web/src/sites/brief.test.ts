import type { Unjudged } from '@atrium/domain/numbers';
import { expect, test } from 'vitest';
import { parseClock, site } from '../../gallery/site.ts';
import { findAttention, findRowUnjudged } from './brief.tsx';

const row = (
  id: number,
  numbers: { readonly now: number | null; readonly usual: number | null } | null,
  silentNow = 0,
  offlineSince: number | null = null,
  isRunning = true,
  unjudged: Unjudged | null = null,
) =>
  ({
    site: { id },
    numbers: numbers && { entries: numbers.now, usualEntries: numbers.usual },
    coverage: { silentNow, offlineSince },
    isRunning,
    unjudged: offlineSince === null ? unjudged : 'silent',
  }) as never;

const alert = (id: number, installationId: number) => ({ id, installationId }) as never;

const told = (...args: Parameters<typeof findAttention>) =>
  findAttention(...args).map((clause) => `${clause.kind} ${clause.site.id}`);

test('alerts come first, then sites far from usual, then silent counters', () => {
  const rows = [
    row(1, { now: 100, usual: 100 }, 1),
    row(2, { now: 115, usual: 100 }),
    row(3, { now: 60, usual: 100 }),
    row(4, { now: 100, usual: 100 }),
  ];
  expect(told(rows, [alert(9, 4), alert(8, 1)])).toEqual(['alert 4', 'alert 1', 'change 3', 'change 2', 'silent 1']);
});

test.each([
  ['a little more than usual', { now: 109, usual: 100 }],
  ['a tenth of few people', { now: 15, usual: 10 }],
  ['nothing to compare with', { now: 15, usual: null }],
  ['numbers on their way', null],
])('%s is no news', (_, numbers) => {
  expect(told([row(1, numbers)], [])).toEqual([]);
});

test('a site without reports is silent, not empty', () => {
  expect(told([row(1, { now: 0, usual: 500 }, 3, 1000)], [])).toEqual(['silent 1']);
});

test('an alert of a site that is not shown is left to the bell', () => {
  expect(told([row(1, null)], [alert(9, 2)])).toEqual([]);
});

test('a past day is compared as a whole, the current one by this time', () => {
  const rows = [row(1, { now: 150, usual: 100 }), row(2, { now: 115, usual: 100 }, 0, null, false)];
  expect(findAttention(rows, []).map((clause) => clause.kind === 'change' && clause.isRunning)).toEqual([true, false]);
});

test('nothing is said of a site in its first hour, or while more than a tenth of its sensors are silent', () => {
  expect(told([row(1, { now: 25, usual: 40 }, 0, null, true, 'firstHour')], [])).toEqual([]);
  const unjudged = (time: string, silentNow = 0) =>
    findRowUnjudged(
      { site: { calendar: site.topology }, coverage: { deviceCount: 20, silentNow } } as never,
      parseClock(`2026-03-12T${time}`),
    );
  // The site opens at 08:00.
  expect([unjudged('08:10'), unjudged('08:59'), unjudged('09:00')]).toEqual(['firstHour', 'firstHour', null]);
  expect([unjudged('12:00', 2), unjudged('12:00', 3)]).toEqual([null, 'silent']);
});
