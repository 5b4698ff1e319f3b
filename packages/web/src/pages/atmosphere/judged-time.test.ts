import type { DeviceId, ZoneId } from '@atrium/domain/core';
import { defaultFilters, type FilterState, resolveFilters } from '@atrium/domain/pages';
import { beforeAll, expect, it } from 'vitest';
import { parseClock, shops, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage, type Translate } from '../../i18n/index.ts';
import { formatJudgement, formatSilentSensors } from './air-cards.tsx';
import { findSilentSensors, getJudgedProgress } from './use-air.ts';

const t = i18n._.bind(i18n) as Translate;
const reader = { t, locale: 'en-GB', dateFormat: 'DD/MM/YYYY' };

beforeAll(async () => {
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
});

function progressAt(time: string, state: Partial<FilterState> = {}) {
  const filters = resolveFilters({ ...defaultFilters, ...state }, site, parseClock(time));
  if (filters === null) throw new Error('the gallery has a site with zones');
  return getJudgedProgress(filters);
}

it.each([
  ['2026-03-12T14:10', {}, 'running'],
  ['2026-03-12T20:00', {}, 'final'],
  ['2026-03-12T23:50', {}, 'final'],
  ['2026-03-12T21:00', { timespan: { kind: 'preset', preset: 'last7' } }, 'final'],
  ['2026-03-12T14:10', { timespan: { kind: 'preset', preset: 'yesterday' } }, 'past'],
  ['2026-03-12T21:00', { hours: 'afternoon' }, 'running'],
  ['2026-03-12T21:00', { hours: 'morning' }, 'past'],
] as const)('what is said of the air at %s of %o is %s', (time, state, expected) => {
  expect(progressAt(time, state)).toBe(expected);
});

it('sensors that told of the night only are not said to have told nothing', () => {
  const none = { state: 'none', worst: null, places: 0 } as const;
  const time = { calendar: site.topology, now: parseClock('2026-03-12T08:02'), isOneDay: true };
  const said = (includesNow: boolean, hoursChosen: boolean) =>
    formatJudgement(none, { ...time, includesNow, hoursChosen }, reader);
  expect(said(true, false)).toBe('No air sensor has reported so far in opening hours.');
  expect(said(false, false)).toBe('No air sensor reported in opening hours.');
  expect(said(false, true)).toBe('No air sensor reported in this time.');
});

it('a sensor that was never heard is named', () => {
  const [heard, unheard] = shops;
  const airSensors = [
    { id: 1 as DeviceId, name: 'Bakery air', zoneId: heard as ZoneId },
    { id: 2 as DeviceId, name: 'Canteen air', zoneId: unheard as ZoneId },
    { id: 3 as DeviceId, name: 'In a drawer', zoneId: null },
  ];
  const found = findSilentSensors({ airSensors }, shops.map(String), new Set([String(heard)]));
  expect(found).toEqual(['Canteen air']);
  expect(formatSilentSensors(found, reader)?.replace(/[\ue000-\ue002]/g, '')).toBe(
    'Nothing was heard from Canteen air.',
  );
  expect(formatSilentSensors([], reader)).toBeNull();
});
