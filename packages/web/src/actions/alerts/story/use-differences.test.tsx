import { MockedProvider } from '@apollo/client/testing/react';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  i18n,
  loadAuthenticatedMessages,
  loadMessages,
  loadMetricsMessages,
  setLanguage,
} from '../../../i18n/index.ts';
import { DifferencesCard } from './differences-card.tsx';
import { StorySiteDocument } from './operations.generated.ts';
import { useDifferences } from './use-differences.ts';

const asked = vi.hoisted(() => ({ queries: [] as { metric: string; filters: unknown }[], values: {} as object }));
vi.mock('../../../numbers/answers/index.ts', async (original) => ({
  ...(await original<object>()),
  useNumbers: (queries: typeof asked.queries) => {
    asked.queries = queries;
    return {
      state: 'ready',
      answers: queries.map(({ metric }) => (asked.values as Record<string, unknown>)[metric] ?? null),
    };
  },
}));

const fired = Date.parse('2026-11-30T08:05:00+01:00');
const answerOf = (value: number | null, [lower, usual, upper]: readonly [number, number, number]) => ({
  data: [
    {
      label: '2026-11-30T08:00:00+01:00',
      value,
      expected: { value: usual, lower, upper, warranty: { held: 95, of: 100 }, reason: null },
    },
  ],
  comparison: [{ label: '2026-11-30T08:00:00+01:00', value: usual }],
});
const site = {
  __typename: 'Installation',
  id: 2,
  timezone: 'Europe/Zurich',
  change_of_day_time: '00:00',
  years: { firstWeekday: 1, fiscalYear: null },
  closedDates: [],
  opening_hours: { __typename: 'OpeningHours', reset: false, spans: [] },
  zones: [
    { __typename: 'Zone', id: 5, parentIds: [], isDisabled: false },
    { __typename: 'Zone', id: 6, parentIds: [5], isDisabled: false },
  ],
  events: [
    {
      __typename: 'Event',
      id: 1,
      metrics: ['co2', 'inside', 'electricityConsumption'],
      neverEnding: true,
      dateBegin: null,
      dateEnd: null,
    },
  ],
};

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages(), loadMessages('alerts')]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

function Shown({ entry, now }: { readonly entry: Parameters<typeof useDifferences>[0]; readonly now: number }) {
  const compared = useDifferences(entry, now);
  if (compared === null || compared === 'loading') return compared;
  return <DifferencesCard compared={compared} timezone="Europe/Zurich" />;
}

async function show(entry: object, now = fired + 3_600_000) {
  const mock = {
    request: { query: StorySiteDocument, variables: { id: 2 } },
    result: { data: { installationById: site } },
  };
  await act(async () =>
    root.render(
      <MockedProvider mocks={[mock]}>
        <I18nProvider i18n={i18n}>
          <Shown entry={{ installationId: 2, dateBegin: fired, ...entry } as never} now={now} />
        </I18nProvider>
      </MockedProvider>,
    ),
  );
  // The provider answers after some 50 ms.
  await act(() => vi.waitFor(() => expect(place.textContent).not.toBe('loading'), { interval: 10 }));
  return [...place.querySelectorAll('li')].map((row) =>
    (row.textContent ?? '').replace(/[\u00a0\u202f\u2066-\u2069]/g, ' '),
  );
}

const co2 = { metrics: [{ type: 'co2' }], zoneId: 6, place: 'zone 6' };

it('compares the quarter-hour of the firing in its zone: its own metric first, then what was furthest outside', async () => {
  asked.values = {
    co2: answerOf(1142, [700, 791, 880]),
    inside: answerOf(189, [150, 180, 220]),
    electricityConsumption: answerOf(0.2, [3, 3.1, 3.3]),
  };
  const rows = await show(co2);
  expect(asked.queries.map(({ metric }) => metric)).toEqual(['co2', 'inside', 'electricityConsumption']);
  expect(JSON.stringify(asked.queries[0]?.filters)).toContain('"values":["6"]');
  expect(place.textContent).toContain('08:00–08:15');
  expect(rows.map((row) => row.split('usual')[0])).toEqual([
    'CO₂1,142 ppm',
    'Electricity used0.200 kWh',
    'People inside189 people',
  ]);
  expect(rows[0]).toContain('above the usual range');
  expect(rows[2]).not.toContain('range, ');
});

it('says so if nothing was unusual', async () => {
  asked.values = { co2: answerOf(800, [700, 791, 880]) };
  await show(co2);
  expect(place.textContent).toContain('Nothing was unusual.');
});

it('takes the quarter-hour before, while that of the firing is not over', async () => {
  asked.values = { co2: answerOf(1142, [700, 791, 880]) };
  // The answer has no quarter-hour before 08:00.
  expect(await show(co2, fired + 60_000)).toEqual([]);
});

it('does not compare the metric of a single door with that of the site', async () => {
  asked.values = { inside: answerOf(189, [150, 180, 220]) };
  await show({ metrics: [{ type: 'affluenceIn' }], zoneId: null, place: 'passage 3' });
  expect(asked.queries.map(({ metric }) => metric)).toEqual(['inside', 'co2', 'electricityConsumption']);
  expect(JSON.stringify(asked.queries[0]?.filters)).toContain('"values":["5"]');
});

it('shows nothing of an unknown value', async () => {
  asked.values = { co2: answerOf(null, [700, 791, 880]) };
  expect(await show(co2)).toEqual([]);
});
