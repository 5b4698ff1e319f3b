import { findMetric, type Metric, toDayRange } from '@atrium/domain/numbers';
import { defaultFilters, type FilterState, resolveFilters, toCountingQueries } from '@atrium/domain/pages';
import { I18nProvider } from '@lingui/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseClock, shops, site } from '../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../i18n/index.ts';
import { InsideProvider } from '../numbers/live/index.ts';
import { AirHeadline } from './atmosphere/air-cards.tsx';
import { buildCountingModel, type CountingNumbers, showsInside } from './counting/counting-model.ts';
import { ZoneTable } from './counting/zone-table.tsx';
import { PartTable } from './section/part-table.tsx';
import type { MetricNumbers, SectionModel } from './section/section-model.ts';
import { SiteTable } from './section-list/site-table.tsx';

const now = parseClock('2026-03-12T14:10');
const few = { known: 32, asked: 90 };
const words = '32 of 90 days can be compared';
const coverage = { ratio: 1, silent: [] };

function filtersOf(state: Partial<FilterState> = {}, at = now) {
  const filters = resolveFilters({ ...defaultFilters, ...state }, site, at);
  if (filters === null) throw new Error('the gallery has a site with zones');
  return filters;
}

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

async function draw(what: ReactNode): Promise<string> {
  const routeTree = createRootRoute({ component: () => <InsideProvider>{what}</InsideProvider> });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  await router.load();
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router as never} />
      </I18nProvider>,
    ),
  );
  return place.textContent ?? '';
}

/** Renders shops with 120 entries each and this comparison coverage, in proportion to which their entries are known. */
function zoneTable(comparisonCoverage: typeof few | null, filters = filtersOf(), at = now) {
  const zoneEntries = {
    data: shops.map((zone) => ({ label: String(zone), value: 120 })),
    comparison: shops.map((zone) => ({ label: String(zone), value: 100 })),
    evolution: shops.map((zone) => ({ label: String(zone), value: comparisonCoverage === null ? 20 : -60 })),
    comparisonCoverage,
    coverage,
  };
  const nothing = { data: [], comparison: null, coverage };
  const numbers = new Proxy(
    {},
    { get: (_, name) => (name === 'zoneEntries' ? zoneEntries : nothing) },
  ) as CountingNumbers;
  const queries = toCountingQueries({
    zoneIds: [filters.zone.id],
    tableZoneIds: [],
    ranges: filters.ranges,
    hours: 'all',
    calendar: site.topology,
    compare: 'USUAL',
    today: filters.today,
  });
  return (
    <ZoneTable
      model={buildCountingModel(numbers, site, filters, at)}
      numbers={numbers}
      context={{ queries, site, filters, explains: null }}
      now={at}
      showInside={showsInside(filters, site, at)}
    />
  );
}

function modelOf(id: string, tooFew: typeof few | null): SectionModel {
  const measured = {
    value: 700,
    usual: tooFew === null ? 500 : null,
    known: null,
    times: null,
    tooFew,
    range: null,
    expected: null,
    partial: false,
    notTold: [],
    buckets: [],
  };
  const numbers: MetricNumbers = {
    metric: findMetric(id) as Metric,
    coverage: 1,
    silentSince: null,
    silent: [],
    ...measured,
    parts: new Map([['2', measured]]),
  };
  const week = { data: [], comparison: null };
  return { width: 86_400, metrics: [numbers], unpriced: [], notTold: [], coverage, silent: [], closed: [], week };
}

describe('where too little can be compared to tell a change, that is said', () => {
  it.each([
    ['by the table of zones', (tooFew: typeof few | null) => zoneTable(tooFew)],
    [
      'by a table of parts',
      (tooFew: typeof few | null) => (
        <PartTable
          model={modelOf('electricityConsumption', tooFew)}
          filters={filtersOf()}
          {...{ site, now, by: 'DEVICE', explains: null }}
        />
      ),
    ],
    [
      'by the headline of the air',
      (tooFew: typeof few | null) => (
        <AirHeadline
          model={modelOf('co2', tooFew)}
          air={{
            places: ['2'],
            comforts: new Map(),
            judgement: null,
            unheard: [],
            spell: null,
            coverage: 1,
            silentSince: null,
            silent: [],
            shares: new Map(),
          }}
          {...{ site, now, filters: filtersOf(), partName: String, explains: null }}
        />
      ),
    ],
    [
      'by a list of sites',
      (comparisonCoverage: typeof few | null) => (
        <SiteTable
          section="energy"
          metric="electricityConsumption"
          sites={[
            {
              id: 1,
              name: 'Lakeside',
              city: null,
              calendar: site.topology,
              topZoneIds: [site.topology.zones[0]?.id as never],
            },
          ]}
          numbers={{
            state: 'ready',
            answers: [
              {
                data: [{ label: '1', value: 700 }],
                comparison: [{ label: '1', value: 500 }],
                evolution: [{ label: '1', value: comparisonCoverage === null ? 40 : -60 }],
                comparisonCoverage,
                coverage,
                granularity: null,
                notTold: [],
              },
            ],
          }}
          comforts={{ state: 'loading' }}
          now={now}
        />
      ),
    ],
  ])('%s', async (_, drawn) => {
    const text = await draw(drawn(few));
    expect(text).toContain(words);
    expect(text).not.toMatch(/[+−]/);
    expect(await draw(drawn(null))).not.toContain('can be compared');
  });
});

describe('people inside stand in the table of zones', () => {
  const heads = async (filters: ReturnType<typeof filtersOf>, at = now) => {
    await draw(zoneTable(null, filters, at));
    return [...place.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  };
  const cells = () => new Set([...place.querySelectorAll('tbody tr')].map((row) => row.children.length));

  it('while the site is open and one stretch of days is shown', async () => {
    const shown = await heads(filtersOf());
    expect(shown).toContain('Inside now');
    expect([...cells()]).toEqual([shown.length]);
  });

  it.each([
    [
      'several stretches of days',
      {
        timespan: {
          kind: 'custom',
          ranges: [toDayRange('2026-03-02', '2026-03-03'), toDayRange('2026-03-10', '2026-03-12')],
        },
      } as Partial<FilterState>,
      now,
    ],
    ['part of the people', { gender: 'female' } as Partial<FilterState>, now],
    ['a site that has closed', {}, parseClock('2026-03-12T21:00')],
    ['a site that has not opened yet', {}, parseClock('2026-03-12T06:00')],
  ])('not of %s', async (_, state, at) => {
    const shown = await heads(filtersOf(state, at), at);
    expect(shown).not.toContain('Inside now');
    expect([...cells()]).toEqual([shown.length]);
  });
});
