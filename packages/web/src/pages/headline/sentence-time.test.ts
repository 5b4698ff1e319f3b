import type { TimespanPreset } from '@atrium/domain/numbers';
import { defaultFilters, type FilterState, resolveFilters } from '@atrium/domain/pages';
import { beforeAll, expect, it } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, setLanguage, type Translate } from '../../i18n/index.ts';
import type { Site } from '../site-page/site.ts';
import { getSentenceTime } from './sentence-time.ts';
import { formatComparison } from './sentences.ts';

beforeAll(async () => {
  await loadAuthenticatedMessages();
  await setLanguage('en');
});

/** Renders the sentences for 40 visitors against 50, on a Thursday with opening hours 08:00–20:00. */
function saidAt(
  time: string,
  { preset, ...more }: Partial<FilterState> & { readonly preset: TimespanPreset },
  at: Site = site,
) {
  const state = { ...defaultFilters, ...more, timespan: { kind: 'preset', preset } } as const;
  const filters = resolveFilters(state, at, parseClock(time));
  if (filters === null) throw new Error('the gallery has a site with zones');
  const when = getSentenceTime(filters, 'people');
  const t = i18n._.bind(i18n) as Translate;
  const change = { change: -20, points: false, people: false, direction: 'down', tone: 'neutral' } as const;
  const compared =
    formatComparison({ verdict: 'less', change }, 'USUAL', { t, locale: 'en-GB' }, 'entries', when) ?? '';
  const count = t('headline.people.count', { count: 40, people: '40', when });
  return `${count} ${compared}`.replace(/[\ue000-\ue002]|entries\ue002/g, '').replace('entries', '');
}

it.each([
  [
    '2026-03-12T14:10',
    'today',
    'all',
    '40 people have come in so far today. That is 20.0 % less than usual by this time.',
  ],
  ['2026-03-12T20:00', 'today', 'all', '40 people came in today. That is 20.0 % less than usual.'],
  [
    '2026-03-12T10:10',
    'today',
    'morning',
    '40 people have come in so far. That is 20.0 % less than usual by this time.',
  ],
  ['2026-03-12T12:00', 'today', 'morning', '40 people came in. That is 20.0 % less than usual.'],
  [
    '2026-03-12T14:10',
    'last90',
    'all',
    '40 people have come in so far. That is 20.0 % less than usual up to the same hour.',
  ],
  ['2026-03-12T20:00', 'last90', 'all', '40 people came in. That is 20.0 % less than usual.'],
  ['2026-03-12T13:00', 'last90', 'morning', '40 people came in. That is 20.0 % less than usual.'],
] as const)('at %s of %s, %s: %s', (time, preset, hours, expected) => {
  expect(saidAt(time, { preset, hours }).replace(/\u202f|\u00a0/g, ' ')).toBe(expected);
});

it('the day that runs past midnight is yesterday by the calendar, and not called today', () => {
  const late: Site = {
    ...site,
    topology: {
      ...site.topology,
      changeOfDay: '04:00',
      openingHours: { reset: true, spans: [{ begin: [4, 10, 0], end: [5, 1, 0] }] },
    },
  };
  const sentences = (time: string) => saidAt(time, { preset: 'yesterday' }, late).replace(/\u202f|\u00a0/g, ' ');
  expect(sentences('2026-03-13T00:30')).toBe(
    '40 people have come in so far. That is 20.0 % less than usual up to the same hour.',
  );
  expect(sentences('2026-03-13T02:00')).toBe('40 people came in. That is 20.0 % less than usual.');
  expect(saidAt('2026-03-12T23:30', { preset: 'today' }, late)).toContain('so far today');
});

it('meters run on when the doors have closed', () => {
  const filters = resolveFilters(defaultFilters, site, parseClock('2026-03-12T21:00'));
  expect(filters && [getSentenceTime(filters, 'people'), getSentenceTime(filters, 'meters')]).toEqual([
    'final',
    'today',
  ]);
});

it('time that has not begun is no silence of the sensors', () => {
  const filters = resolveFilters({ ...defaultFilters, hours: 'afternoon' }, site, parseClock('2026-03-12T09:00'));
  expect(filters?.progress).toEqual({ people: 'ahead', meters: 'ahead' });
});
