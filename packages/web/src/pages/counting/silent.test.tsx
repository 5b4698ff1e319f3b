import { defaultFilters, resolveFilters, toCountingQueries } from '@atrium/domain/pages';
import { I18nProvider } from '@lingui/react';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseClock } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { InsideContext } from '../../numbers/live/inside.tsx';
import { createInsideStore } from '../../numbers/live/inside-store.ts';
import { CoverageChip } from '../cards/coverage-chip.tsx';
import { site } from './counted-worlds.ts';
import { buildCountingModel, type CountingNumbers } from './counting-model.ts';
import { KpiRow } from './kpi-row.tsx';
import { PeopleHeadline } from './people-headline.tsx';

/** Two street doors with counters 1 and 2; counter 4 counts passers-by. */
const now = parseClock('2026-02-24T16:10');
const silence = (deviceId: number, from = '10:30') => ({
  deviceId,
  name: deviceId < 10 ? `Camera ${deviceId}` : '',
  from: parseClock(`2026-02-24T${from}`),
  to: now,
  count: 1,
  time: now - parseClock(`2026-02-24T${from}`),
});

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

const filters = resolveFilters(
  { ...defaultFilters, timespan: { kind: 'preset', preset: 'today' }, compare: { on: true, mode: 'USUAL' } },
  site,
  now,
);
if (filters === null) throw new Error('a site with zones');
const context = {
  queries: toCountingQueries({
    zoneIds: [filters.zone.id],
    tableZoneIds: [],
    ranges: filters.ranges,
    hours: 'all',
    calendar: site.topology,
    compare: 'USUAL',
    today: filters.today,
  }),
  site,
  filters,
  explains: null,
};

const store = { ...createInsideStore(), read: () => ({ state: 'known' as const, value: 514 }) };

/** Renders a day with these silences and this coverage ratio, without a capture rate. */
async function draw(silent: ReturnType<typeof silence>[], ratio: number, what: (model: Model) => ReactNode) {
  const coverage = { ratio, silent };
  const answer = (value: number | null, usual: number) => ({
    data: [value === null ? { label: 'all', value, state: 'missing' } : { label: 'all', value }],
    comparison: [{ label: 'all', value: usual }],
    coverage,
  });
  const expected = { value: 3100, lower: 2700, upper: 3500, reason: null };
  const answers: Record<string, unknown> = {
    entries: answer(2000, 1800),
    exits: answer(1500, 1400),
    capture: answer(null, 6),
    insideNow: answer(514, 486),
    insideSeries: { ...answer(514, 486), comparison: null },
    // The whole day, until 20:00.
    entriesDay: {
      data: [{ label: '2026-02-24T00:00:00Z', value: 2000, expected }],
      comparison: [{ label: '2026-02-24T00:00:00Z', value: 3100 }],
      coverage,
    },
  };
  const nothing = { data: [], comparison: null, coverage: { ratio: null, silent: [] } };
  const numbers = new Proxy({}, { get: (_, name) => answers[String(name)] ?? nothing }) as CountingNumbers;
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <InsideContext value={store}>{what(buildCountingModel(numbers, site, context.filters, now))}</InsideContext>
      </I18nProvider>,
    ),
  );
  return (place.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
}

type Model = ReturnType<typeof buildCountingModel>;
const row = (model: Model) => <KpiRow model={model} context={context} now={now} showInside />;
const inside = () => (place.querySelector('section')?.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');

it('nobody is said to be inside now where all counters fell silent hours ago', async () => {
  await draw([silence(1, '10:00'), silence(2), silence(4)], 0.6, row);
  expect(inside()).toContain('offline');
  expect(inside()).toContain('since 10:30');
  expect(inside()).not.toMatch(/514|486|Live/);
});

it('what is counted by some of the counters is not compared with what all usually count', async () => {
  await draw([silence(2)], 0.8, row);
  expect(inside()).toMatch(/514.*Camera 2 silent since ⁦10:30⁩/);
  expect(inside()).not.toMatch(/486|%.*vs/);
  await draw([], 1, row);
  expect(inside()).toMatch(/514.*vs 486/);
});

it('a silence is not taken for a street without people', async () => {
  expect(await draw([silence(2)], 0.8, row)).not.toContain('no passers-by');
  expect(place.textContent).toContain('unknown, as sensors were silent');
  expect(await draw([], 1, row)).toContain('no passers-by counted in this time');
});

it('what was counted until the sensors fell silent is not judged', async () => {
  const headline = (model: Model) => <PeopleHeadline model={model} context={context} now={now} />;
  const text = await draw([silence(1), silence(2)], 0.6, headline);
  expect(text).toContain('2,000 people came in today.');
  expect(text).not.toContain('usual');
  expect(await draw([], 1, headline)).toContain('11.1 % more than usual by this time.');
});

it('where all are silent still, nothing is said to have come so far, and since when is said', async () => {
  const headline = (model: Model) => <PeopleHeadline model={model} context={context} now={now} />;
  const all = await draw([silence(1, '10:00'), silence(2)], 0.6, headline);
  expect(all).toContain('2,000 people came in today.');
  expect(all).toContain('All counters have been silent since 10:30; 60.0 % of the time is counted.');
  expect(await draw([silence(2)], 0.8, headline)).toContain('2,000 people have come in so far today.');
  expect(place.textContent?.replace(/[\u00a0\u202f]/g, ' ')).toContain(
    '80.0 % of the time is counted: Camera 2 silent since ⁦10:30⁩.',
  );
});

it('a sensor without a name here is told by what it is, and all are only those that are there', async () => {
  const chip = (model: Model) => <CoverageChip model={model} site={site} filters={context.filters} now={now} />;
  expect(await draw([silence(77)], 0.9, chip)).toContain('1 sensor silent');
  // As many devices are silent as the site has counters, but they are different devices.
  expect(
    await draw(
      [1, 2, 3, 77].map((id) => silence(id)),
      0.6,
      chip,
    ),
  ).toContain('· 4 sensors silent');
  expect(
    await draw(
      [1, 2, 3, 4].map((id) => silence(id)),
      0.6,
      chip,
    ),
  ).toContain('all 4 sensors');
});

it('the sentence tells where the day is heading, unless counters are silent', async () => {
  const headline = (model: Model) => <PeopleHeadline model={model} context={context} now={now} />;
  // 2,000 until now and 3,100 − 1,800 to come.
  expect(await draw([], 1, headline)).toContain('Heading for about 3,300 by closing, usual 3,100.');
  expect(await draw([silence(2)], 0.8, headline)).not.toContain('Heading');
});
