import type { LabelledValue } from '@atrium/domain/numbers';
import { defaultFilters, type FilterState, resolveFilters, toCountingQueries } from '@atrium/domain/pages';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { site as gallery, parseClock, top } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { InsideProvider } from '../../numbers/live/index.ts';
import type { Site } from '../site-page/site.ts';
import { buildCountingModel, type CountingNumbers, showsInside } from './counting-model.ts';
import { KpiRow } from './kpi-row.tsx';

const now = parseClock('2026-03-12T14:10');
const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages(), import('./more-kpis.tsx')]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

type Told = Readonly<Record<string, { readonly value?: number | null; readonly ratio?: number | null }>>;

/** Returns the cards' names and figures for these answers, by query name. */
async function cardsOf(told: Told, more: Partial<Site> = {}, state: Partial<FilterState> = {}) {
  const site: Site = { ...gallery, told: [], ...more };
  const filters = resolveFilters({ ...defaultFilters, ...state }, site, now);
  if (filters === null) throw new Error('the gallery has a site with zones');
  const answer = ({ value = null, ratio = null }: Told[string] = {}) => {
    const one: LabelledValue = value === null ? { label: 'all', value, state: 'missing' } : { label: 'all', value };
    return { data: [one], comparison: null, coverage: { ratio, silent: [] } };
  };
  const numbers = new Proxy({}, { get: (_, name) => answer(told[String(name)]) }) as CountingNumbers;
  const queries = toCountingQueries({
    zoneIds: [filters.zone.id],
    tableZoneIds: [],
    ranges: filters.ranges,
    hours: 'all',
    calendar: site.topology,
    compare: 'USUAL',
    today: filters.today,
  });
  const model = buildCountingModel(numbers, site, filters, now);
  const showInside = showsInside(filters, site, now);
  await act(async () => {
    root.render(
      <I18nProvider i18n={i18n}>
        <InsideProvider>
          <KpiRow
            model={model}
            context={{ queries, site, filters, explains: null }}
            now={now}
            showInside={showInside}
          />
        </InsideProvider>
      </I18nProvider>,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
  });
  return [...place.querySelectorAll('section')].map((card) =>
    `${card.querySelector('h2')?.textContent}: ${card.querySelector('p')?.textContent}`.replace(/\s/g, ' ').trim(),
  );
}

const street = {
  id: 9 as never,
  key: 'street',
  name: 'Street',
  ends: [],
  footfallOf: top as never,
};
const withStreet = { topology: { ...gallery.topology, passages: [street] } };
const flow = { entries: { value: 700 }, exits: { value: 600 } };

it('F03 a site tells how long people stay, who they are and what they buy', async () => {
  const told = {
    ...flow,
    capture: { value: 38.184 },
    dwell: { value: 1278, ratio: 1 },
    female: { value: 67.126 },
    goods: { value: 18 },
  };
  expect(await cardsOf(told, { ...withStreet, told: ['gender'] })).toEqual([
    'Inside now:',
    'Entries: 700visitors',
    'Exits: 600visitors',
    'Capture rate: 38.18%',
    'Dwell time: 21 m 18 s',
    'Share of women: 67.13%',
    'Goods sold: 18items',
  ]);
});

it('F03 what nothing at a site can tell is not shown', async () => {
  expect(await cardsOf(flow)).toEqual(['Inside now:', 'Entries: 700visitors', 'Exits: 600visitors']);
});

it('F03 what sensors could tell is a dash while they tell nothing', async () => {
  const silent = { ...flow, dwell: { value: null, ratio: 0 } };
  expect((await cardsOf(silent, { ...withStreet, told: ['gender'] })).slice(3)).toEqual([
    'Capture rate: –',
    'Dwell time: –',
    'Share of women: –',
  ]);
});

it('F03 with a descriptor filter only figures with that descriptor are shown', async () => {
  const told = { ...flow, dwell: { value: 1278, ratio: 1 }, goods: { value: 18 } };
  expect(await cardsOf(told, { ...withStreet, told: ['gender'] }, { gender: 'female' })).toEqual([
    'Entries: 700visitors',
    'Exits: 600visitors',
  ]);
});
