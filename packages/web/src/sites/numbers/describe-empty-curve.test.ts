import { beforeEach, expect, it } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage, type Translate } from '../../i18n/index.ts';
import { buildSiteDay, describeEmptyCurve, type OverviewSite } from './overview-model.ts';

const t: Translate = (id, values) => i18n._(id, values);
const { topology } = site;

/** Returns the text for the gallery's site, closed on Sundays, before its first visitor of the day. */
function wordAt(time: string, calendar: Partial<OverviewSite['calendar']> = {}) {
  const shown: OverviewSite = {
    id: 1,
    organizationId: 1,
    name: topology.name,
    city: null,
    calendar: { ...topology, ...calendar },
    topZoneIds: [],
    limit: null,
    counterIds: [],
    parentIds: new Map(),
    hasEnergy: false,
  };
  const day = buildSiteDay(shown, { from: 0, to: 24 }, parseClock(time));
  return describeEmptyCurve(day, { entries: 0 }, { t, locale: 'en-GB' })?.text ?? null;
}

beforeEach(async () => {
  await Promise.all([loadAuthenticatedMessages(), loadMessages('overview')]);
  await setLanguage('en');
});

it('says of a weekday that is never open what it is', () => {
  expect(wordAt('2026-03-15T11:00')).toBe('closed on Sundays');
});

it('derives no rule for the weekday from a holiday', () => {
  expect(wordAt('2026-01-01T11:00', { closedDates: ['2026-01-01'] })).toBe('closed today');
  expect(wordAt('2026-01-08T11:00', { closedDates: ['2026-01-01'] })).toBe('no visitors yet');
});

it('names the day of the site, which may go on past midnight', () => {
  expect(wordAt('2026-03-16T02:00', { changeOfDay: '04:00' })).toBe('closed on Sundays');
  expect(wordAt('2026-01-02T02:00', { changeOfDay: '04:00', closedDates: ['2026-01-01'] })).toBe('closed today');
});
