import { I18nProvider } from '@lingui/react';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseClock, site } from '../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../i18n/index.ts';
import { InsideProvider } from '../numbers/live/index.ts';
import type { SiteNumbers } from './numbers/overview-model.ts';
import { ComfortCell, EnergyCell, EntriesCell, InsideCell, WithoutNumbers } from './site-cells.tsx';
import { countSensors, Strip, type StripSite } from './strip.tsx';

const now = parseClock('2026-03-12T14:10');
const { topology } = site;
const coverage = {
  ratio: 1,
  deviceCount: 6,
  silentDevices: 0,
  silentNow: 0,
  silentSensors: [],
  offlineSince: null,
  silence: null,
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
    parentIds: new Map(),
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
const numbers: SiteNumbers = {
  ...{ entries: 120, usualEntries: 100, entriesRange: null, entriesTimes: null, usualDay: null, curve: [] },
};
const explained = () => ({ explain: null, isOpen: false });

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
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
const strip = (rows: readonly StripSite[], isRunning = true) => {
  const isLoaded = rows.every((each) => each.numbers !== null);
  return draw(
    <Strip
      {...{ rows, explained, isRunning, range: null }}
      isMetered
      sensors={isLoaded ? countSensors(rows) : null}
      versus="4 prev. Thu"
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
  await strip([{ ...row, numbers, energy: { used: 40, usual: null, range: null, usualDay: null, isSilent: false } }]);
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
        {...{ rows: [row], explained, isRunning: true, range: null, sensors: null, versus: '' }}
        isMetered={false}
      />
      <p>
        <EntriesCell numbers={null} unjudged={null} {...cells} />
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

const plain = (text = '') => text.replace(/[\u00a0\u202f]/g, ' ');

it('a change stands beside the usual that it is computed from', async () => {
  await strip([{ ...row, numbers: { ...numbers, entries: 49_267, usualEntries: 47_817.2 } }]);
  expect(plain(place.textContent ?? '')).toContain('49,267 visitors');
  expect(plain(place.textContent ?? '')).toContain('+3.0 %vs 47,817, 4 prev. Thu');
});

it('says of how many sites it is, where the others make up more than a tenth', async () => {
  const alone = (entries: number) => ({ ...row, numbers: { ...numbers, entries, usualEntries: null } });
  const compared = { ...row, numbers };
  await strip([compared]);
  expect(plain(place.textContent ?? '')).not.toContain('can be compared');
  await strip([compared, alone(100)]);
  expect(plain(place.textContent ?? '')).toContain('+20.2 %vs 183, 4 prev. Thu1 of 2 sites can be compared');
  await strip([compared, alone(400)]);
  expect(plain(place.textContent ?? '')).not.toContain('vs');
  expect(plain(place.textContent ?? '')).toContain('1 of 2 sites can be compared');
});

it.each([
  ['energy', <EnergyCell key="" energy="loading" explained={explained()} />],
  [
    'entries',
    <EntriesCell
      key=""
      numbers={null}
      unjudged={null}
      offlineSince={null}
      closed={false}
      timezone="UTC"
      explained={explained()}
    />,
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

it('says how much entries changed only once their range is known, and only outside it', async () => {
  const compared = { ...row, numbers: { ...numbers, entries: 120, usualEntries: 100 } };
  const changeFor = async (range: { readonly lower: number; readonly upper: number } | null | undefined) => {
    await draw(
      <Strip
        {...{ rows: [compared], explained, isRunning: true, range, sensors: null, versus: 'usual' }}
        isMetered={false}
      />,
    );
    return /\+20/.test(place.textContent ?? '');
  };
  expect(await changeFor(undefined)).toBe(false);
  expect(await changeFor({ lower: 80, upper: 130 })).toBe(false);
  expect(await changeFor({ lower: 80, upper: 110 })).toBe(true);
  expect(await changeFor(null)).toBe(true);
});
