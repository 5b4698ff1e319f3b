import { I18nProvider } from '@lingui/react';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseClock, site } from '../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../i18n/index.ts';
import { InsideProvider } from '../numbers/live/index.ts';
import type { SiteNumbers } from './numbers/overview-model.ts';
import { ComfortCell, EnergyCell, EntriesCell, InsideCell, WithoutNumbers } from './site-cells.tsx';
import { countSensors, Strip, type StripProps, type StripSite } from './strip.tsx';

const now = parseClock('2026-03-12T14:10');
const { topology } = site;
const coverage = {
  ratio: 1,
  deviceCount: 6,
  silentDevices: 0,
  silentNow: 0,
  offlineSince: null,
  longestSilence: null,
};
const row: StripSite = {
  site: {
    id: 1,
    organizationId: 1,
    name: topology.name,
    city: null,
    calendar: topology,
    topZoneIds: topology.zones.slice(0, 1).map(({ id }) => id),
    limit: null,
    counterIds: [1, 2],
    hasEnergy: true,
  },
  day: {
    open: { state: 'open', until: null },
    span: { from: now, to: now + 1 },
    closed: [],
    weekday: 4,
    isHoliday: false,
  },
  numbers: null,
  energy: 'loading',
  coverage,
};
const numbers: SiteNumbers = { entries: 120, usualEntries: 100, comparedEntries: 120, curve: [] };
const explained = () => ({ explain: null, isOpen: false });

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMessages('overview')]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

const draw = (what: ReactNode) =>
  act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <InsideProvider>{what}</InsideProvider>
      </I18nProvider>,
    ),
  );
const comparable = { entries: null, energy: null };
const strip = (rows: readonly StripSite[], isRunning = true, tooFew: StripProps['tooFew'] = comparable) => {
  const isLoaded = rows.every((each) => each.numbers !== null);
  return draw(
    <Strip
      {...{ rows, explained, isRunning }}
      isMetered
      sensors={isLoaded ? countSensors(rows) : null}
      versus="4 prev. Thu"
      tooFew={tooFew}
    />,
  );
};
/** Returns the text of each figure, or "wait" while it loads. */
const figures = () =>
  [...place.querySelectorAll('dt + dd')].map((each) =>
    each.querySelector('[class*="ghost"]') ? 'wait' : each.textContent,
  );

it('a loading figure is neither missing nor zero', async () => {
  await strip([row]);
  expect(figures()).toEqual(['wait', 'wait', 'wait', 'wait']);
  await strip([{ ...row, numbers }]);
  expect(figures()).toEqual(['wait', '120 visitors', 'wait', '6 of 6']);
  await strip([{ ...row, numbers, energy: { used: 40, usual: null, compared: null } }]);
  expect(figures()).toEqual(['wait', '120 visitors', '40 kWh', '6 of 6']);
  // If the request is refused, or no meter has reported, the figure is missing.
  await strip([{ ...row, numbers, energy: null }]);
  expect(figures()).toEqual(['wait', '120 visitors', '– ', '6 of 6']);
});

it('a figure that could not be had is a dash: nothing is on its way', async () => {
  const cells = { explained: explained(), closed: false, timezone: 'UTC', offlineSince: null };
  await draw(
    <WithoutNumbers value={true}>
      <Strip
        {...{ rows: [row], explained, isRunning: true, sensors: null, versus: '', tooFew: comparable }}
        isMetered={false}
      />
      <p>
        <EntriesCell numbers={null} {...cells} />
      </p>
      <div data-comfort>
        <ComfortCell comfort={null} wasOpen {...cells} />
      </div>
    </WithoutNumbers>,
  );
  expect(place.querySelector('[data-comfort]')?.textContent).toBe('–');
  expect(figures().slice(1)).toEqual(['– visitors', '– '].map((text) => expect.stringContaining(text.slice(0, 1))));
  expect(place.querySelector('p')?.textContent).toBe('–');
  expect(place.querySelectorAll('p [class*="ghost"]').length).toBe(0);
});

it('entries are "so far" while doors may still open, and "today" afterwards', async () => {
  const name = () => place.querySelectorAll('dt')[1]?.textContent;
  await strip([{ ...row, numbers }]);
  expect(name()).toBe('Entries so far');
  await strip([{ ...row, numbers }], false);
  expect(name()).toBe('Entries today');
});

it('says when too little can be compared', async () => {
  const few = { entries: { known: 0.3, asked: 1 }, energy: { known: 2, asked: 9 } };
  const unknown = { ...numbers, usualEntries: null, comparedEntries: null };
  const energy = { used: 40, usual: null, compared: null };
  await strip([{ ...row, numbers: unknown, energy }], true, few);
  expect(place.textContent).toContain('0.3 of 1 day can be compared');
  expect(place.textContent).toContain('2 of 9 days can be compared');
  await strip([{ ...row, numbers: unknown, energy }]);
  expect(place.textContent).not.toContain('can be compared');
});

it('a change of some sites states what it is based on', async () => {
  const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ');
  const compared = { ...numbers, entries: 120, usualEntries: 100, comparedEntries: 120 };
  await strip([{ ...row, numbers: compared }]);
  expect(plain(place.textContent ?? '')).toContain('+20.0 %vs 4 prev. Thu, same hours');
  const alone = { ...compared, entries: 400, usualEntries: null, comparedEntries: null };
  await strip([
    { ...row, numbers: compared },
    { ...row, numbers: alone },
  ]);
  expect(plain(place.textContent ?? '')).toContain('+20.0 %120 vs 100, 4 prev. Thu, same hours');
});

it.each([
  ['energy', <EnergyCell key="" energy="loading" explained={explained()} />],
  [
    'entries',
    <EntriesCell key="" numbers={null} offlineSince={null} closed={false} timezone="UTC" explained={explained()} />,
  ],
  [
    'people',
    <InsideCell
      key=""
      people={null}
      share={null}
      limit={null}
      closed={false}
      isLoading
      offlineSince={null}
      lastInside={null}
      timezone="UTC"
      explained={explained()}
    />,
  ],
])('a cell of %s waits in its place', async (_, cell) => {
  await draw(cell);
  expect([place.textContent, place.querySelectorAll('[class*="ghost"]').length]).toEqual(['', 1]);
});

it('sensors are the counters of the rows, silent where the rows say so', () => {
  const silent = { coverage: { ...coverage, silentNow: 2 } };
  expect(countSensors([{ coverage }, silent])).toEqual({ all: 12, silent: 2, sites: 1 });
});
