import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { I18nProvider } from '@lingui/react';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { of } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { FakeResizeObserver } from '../../charts/testing/fake-resize-observer.ts';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../../i18n/index.ts';
import { type Viewer, ViewerContext } from '../../people/organization/index.ts';
import type { StripSite } from '../strip.tsx';
import { Brief } from './brief.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href=".">{children}</a>,
}));

/** Without alerts, for which the brief would wait. */
const rights = { dashboard: { alert: { read: false } } };
const viewer = { rights, installationIds: null, families: new Set(['counting']) } as unknown as Viewer;

beforeEach(() => {
  mutedKeys = [];
  progress = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
});

const now = parseClock('2026-03-12T14:00');
const since = parseClock('2026-03-12T10:15');

function row(
  id: number,
  name: string,
  entries: number,
  silent: readonly (readonly [number, string])[] = [],
): StripSite {
  const silentSensors = silent.map(([deviceId]) => ({ deviceId, since }));
  const silence = {
    ...{ from: since, to: now, isOngoing: true, isOnly: true },
    ...{ deviceIds: silent.map(([deviceId]) => deviceId), names: silent.map(([, device]) => device) },
  };
  return {
    site: {
      ...{ id, name, calendar: site.topology, topZoneIds: [id * 100], parentIds: new Map() },
      counterIds: Array.from({ length: 12 }, (_, index) => id * 20 + index),
    },
    day: { open: { state: 'open', until: null } },
    numbers: { entries, usualEntries: 1000, entriesRange: { lower: 900, upper: 1200 }, usualDay: 1500, curve: [] },
    energy: null,
    coverage: {
      ...{ deviceCount: 12, silentNow: silent.length, silentSensors },
      silence: silent.length === 0 ? null : silence,
    },
  } as unknown as StripSite;
}

/** Progress of this month's targets. */
let progress: readonly object[] = [];
let mutedKeys: readonly string[] = [];
/** Variables of the last mutation. */
let asked: Record<string, unknown> = {};
const toMuted = (key: string) => ({ __typename: 'MutedLine', key, until: now + 1000 });

/** Answers with the entries of four doors, most of whose difference is that of the south door, and with rain. */
const link = new ApolloLink(({ operationName, variables }) => {
  if (operationName === 'AttentionWeather') {
    const days = [{ __typename: 'WeatherDay', date: '2026-03-12', sky: 'rain' }];
    return of({ data: { weather: { __typename: 'Weather', isSample: false, days } } });
  }
  if (operationName === 'MonthTargets') return of({ data: { targetProgress: progress } });
  if (operationName === 'MutedLines') return of({ data: { mutedLines: mutedKeys.map(toMuted) } });
  if (operationName === 'MuteLine') {
    asked = variables;
    return of({ data: { muteLine: [toMuted(String(variables.key))] } });
  }
  const answers = (variables.queries as { filters: { conditions: { values: string[] }[] } }[]).map(({ filters }) => {
    const isOne = filters.conditions[0]?.values[0] === '100';
    const label = (name: string, value: number) => ({ label: name, value });
    const doors = ['North', 'South', 'East', 'West'];
    return {
      __typename: 'AnswerOrRefusal',
      refusal: null,
      answer: {
        ...{ __typename: 'RetailData', unit: 'visitors', granularity: 900, notTold: [], evolution: null },
        data: doors.map((name) => label(name, isOne && name === 'South' ? 90 : 230)),
        comparison: doors.map((name) => label(name, 250)),
        ...{ comparisonTimes: 4, comparisonCoverage: null },
        coverage: { __typename: 'Coverage', ratio: 1, silent: [], sites: [] },
      },
    };
  });
  return of({ data: { answers } });
});

/** Returns the texts of the brief, after clicks on the buttons whose texts begin so. */
async function linesOf(rows: readonly StripSite[], ...clicks: readonly string[]): Promise<readonly string[]> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMessages('overview'), loadMessages('alerts')]);
  await setLanguage('en');
  const place = document.createElement('div');
  const root = createRoot(place);
  const explained = () => ({ explain: () => {}, isOpen: false });
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ApolloProvider client={new ApolloClient({ cache: new InMemoryCache(), link })}>
          <ViewerContext value={viewer}>
            <Brief {...{ rows, now, explained }} isRunning onAttention={() => {}} onRange={() => {}} />
          </ViewerContext>
        </ApolloProvider>
      </I18nProvider>,
    ),
  );
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  for (const click of clicks) {
    const buttons = [...place.querySelectorAll('button')];
    const button = buttons.find(({ textContent }) => textContent?.startsWith(click));
    await act(async () => button?.click());
  }
  const lines = [...place.querySelectorAll('h3, li, p, button')]
    .filter(
      (each) => (each.closest('li') === null || each.tagName === 'LI') && each.closest('[data-headline]') === null,
    )
    .map((each) => each.textContent ?? '');
  await act(async () => root.unmount());
  return lines.map((line) => line.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2066\u2069]/g, ''));
}

it('names the silent sensor, and the doors or the weather behind a number far outside its range', async () => {
  const rows = [
    row(1, 'Arcades', 760),
    row(2, 'Bakery', 600, [[40, 'Camera North']]),
    row(3, 'Museum', 780),
    row(4, 'Theatre', 1000),
  ];
  expect(await linesOf(rows)).toEqual([
    'Do now 1',
    'BakeryCamera North silent since 10:153 h 45 minOpen sensors',
    'Watch 2',
    'ArcadesBelow the usual range · South: 73 % of it−240 peoplePlan staff',
    'MuseumBelow the usual range · rain today: may be why−220 peoplePlan staff',
  ]);
});

it('shows four lines of a group, and then the others', async () => {
  const rows = [1, 2, 3, 4, 5, 6].map((id) => row(id, `Site ${id}`, 1000, [[id * 20, 'Camera']]));
  const lines = await linesOf(rows);
  expect(lines.filter((line) => line.startsWith('Site'))).toHaveLength(4);
  expect(lines).toContain('2 more');
  expect(await linesOf(rows, '2 more')).toHaveLength(lines.length + 1);
});

it('has no card if nothing needs attention', async () => {
  expect(await linesOf([row(1, 'Arcades', 1000)])).toEqual([]);
});

it('on a phone opens a sheet with the action of a watched line', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const rows = [row(1, 'Arcades', 760), row(2, 'Bakery', 1000, [[40, 'Camera North']])];
  const lines = await linesOf(rows);
  // What is to be done now keeps its button beside it.
  expect(lines).toContain('BakeryCamera North silent since 10:153 h 45 minOpen sensors');
  expect(lines.find((line) => line.startsWith('Arcades'))).not.toContain('Plan staff');
  const sheet = (await linesOf(rows, 'Arcades')).find((line) => line.startsWith('Arcades'));
  expect(sheet).toMatch(/−240 people.*Explain.*Plan staff$/);
});

const energetic = {
  ...row(1, 'Arcades', 1000),
  energy: { used: 168, usual: 100, range: { lower: 90, upper: 120 }, usualDay: 200, isSilent: false },
};

it('mutes a line until a chosen time, and folds it', async () => {
  expect(await linesOf([energetic])).toEqual(['Watch 1', 'ArcadesElectricity above the usual range+68 kWhMute']);
  expect(await linesOf([energetic], 'Mute', 'For today')).toEqual(['1 muted']);
  // The day of the site ends at its midnight.
  expect(asked).toEqual({ key: 'surprise 1 all electricityConsumption', until: parseClock('2026-03-13T00:00') });
  await linesOf([energetic], 'Mute', 'For an hour');
  expect(asked).toMatchObject({ until: now + 3_600_000 });
});

it('shows muted lines on demand, each with its way back', async () => {
  mutedKeys = ['silence 40', 'silence 99'];
  const rows = [row(2, 'Bakery', 1000, [[40, 'Camera North']])];
  expect(await linesOf(rows)).toEqual(['1 muted']);
  expect(await linesOf(rows, '1 muted')).toEqual(['1 muted', 'BakeryCamera North silent since 10:153 h 45 minUnmute']);
});

it('states where targets are heading: those that are missed are watched, else the largest is good to know', async () => {
  const reached = (
    installationId: number,
    target: number,
    headingFor: number | null,
    zoneId: number | null = null,
  ) => ({
    ...{ __typename: 'TargetProgress', installationId, zoneId, metric: 'affluenceIn', target },
    ...{ soFar: headingFor && headingFor - 50, headingFor },
  });
  const rows = [row(1, 'Arcades', 1000), row(2, 'Bakery', 1000)];
  progress = [reached(1, 1000, 970), reached(2, 500, 510), reached(1, 9000, 1, 7)];
  expect(await linesOf(rows)).toEqual([
    'Good to know 1',
    'ArcadesVisitors: 92 % of the target for March 2026, heading for 97 %−3 %See the month',
  ]);
  progress = [reached(1, 1000, 970), reached(2, 500, 400), reached(9, 100, 10)];
  expect(await linesOf(rows)).toEqual([
    'Watch 1',
    'BakeryVisitors: 70 % of the target for March 2026, heading for 80 %−20 %See the month',
  ]);
  progress = [reached(1, 1000, null)];
  expect(await linesOf(rows)).toEqual([]);
});
