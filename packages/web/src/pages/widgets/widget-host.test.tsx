import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { Widget } from '@atrium/domain/pages/definitions';
import { noChoice } from '@atrium/domain/pages/widgets';
import type { Topology } from '@atrium/domain/sites';
import { I18nProvider } from '@lingui/react';
import { act, Profiler } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { of } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { WidgetHost } from './board-widget.tsx';

const day = { __typename: 'WeatherDay', date: '2026-11-20', sky: 'RAIN', low: 3, high: 8, rainChance: 70 };
const told = { __typename: 'Weather', fetchedAt: 0, isSample: false, now: null, days: [day] };

const topology = {
  organizationId: 1,
  installationId: 1,
  name: 'Lakeside',
  timezone: 'Europe/Zurich',
  changeOfDay: '00:00',
  openingHours: { spans: [], reset: false },
  closedDates: [],
  zones: [],
  passages: [],
  devices: [],
} as unknown as Topology;
const site = {
  topology,
  city: null,
  country: null,
  events: [],
  corrections: [],
  categories: [],
  told: [],
  colors: {},
  airSensors: [],
};
const context = {
  sites: [topology],
  filters: {
    ranges: [{ from: '2026-11-20', to: '2026-11-21' }],
    hours: null,
    weekdays: null,
    offeredZoneIds: null,
    zoneId: null,
    genders: null,
    engagements: null,
    tags: [],
    compare: null,
  },
  now: Date.parse('2026-11-20T12:00:00Z'),
  choice: noChoice,
} as const;
const widget = { id: 1, type: 'weather', title: 'Outside', order: 0, version: 1 } as unknown as Widget;
const planned = {
  kind: 'widget',
  key: '0',
  place: null,
  widget,
  context,
  plan: { kind: 'shown', queries: [] },
  live: null,
  pageFilters: context.filters,
} as const;

const place = document.createElement('div');
let root: Root;
let renderings = 0;
const wait = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

async function show(weather: object | null): Promise<void> {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new ApolloLink(() => of({ data: { weather } })),
  });
  root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ApolloProvider client={client}>
          <Profiler id="host" onRender={() => renderings++}>
            <WidgetHost
              {...{ planned, site }}
              told={[]}
              height={200}
              outcomes={[]}
              retry={vi.fn()}
              onChoose={vi.fn()}
              act={null}
            />
          </Profiler>
        </ApolloProvider>
      </I18nProvider>,
    ),
  );
  await vi.waitFor(async () => {
    await wait(10);
    expect(place.querySelector('[role=status]')).toBeNull();
  }, 20_000);
}

describe('a widget that fetches what it shows', () => {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    document.body.append(place);
    await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
    await setLanguage('en');
  });
  afterEach(() => act(async () => root.unmount()));

  it('stops rerendering once shown, and can then be exported as a table', async () => {
    await show(told);
    expect(place.textContent).toContain('8°');
    await wait(50);
    const before = renderings;
    await wait(100);
    expect(renderings).toBe(before);
    expect(place.querySelector('button[aria-haspopup]')).not.toBeNull();
  });

  it('says that nobody tells the weather', async () => {
    await show(null);
    expect(place.textContent).toContain('No weather to show');
    expect(place.querySelector('[role=alert]')).toBeNull();
  });
});
