import { type ExpectedPoint, findMetric, type Metric } from '@atrium/domain/numbers';
import { type Answer, defaultFilters, type FilterState, getAnswerBuckets, resolveFilters } from '@atrium/domain/pages';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { InsideProvider } from '../../numbers/live/index.ts';
import { MetricCard, MetricCards } from './metric-card.tsx';
import type { MetricNumbers, SectionModel } from './section-model.ts';

const now = parseClock('2026-03-12T14:10');
const co2 = findMetric('co2') as Metric;
const timezone = site.topology.timezone;

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

/** Renders the card of a day's CO₂ with mean 554 ppm, usual value 543 ppm and this time series. */
async function card(
  width: SectionModel['width'],
  course: Answer,
  timespan: FilterState['timespan'],
  coverage = 1,
  more: Partial<MetricNumbers> = {},
) {
  const filters = resolveFilters({ ...defaultFilters, timespan }, site, now);
  if (filters === null) throw new Error('the gallery has a site with zones');
  const numbers: MetricNumbers = {
    metric: co2,
    coverage,
    silentSince: null,
    silent: [],
    ...{ value: 554, usual: 543, known: null, tooFew: null, times: null, range: null, expected: null },
    ...{ partial: true, notTold: [] },
    // The usual value of all sensors, including those silent today.
    buckets: getAnswerBuckets(course, width, { now, timezone }, co2).map((bucket) => ({ ...bucket, usual: 641 })),
    parts: new Map(),
    ...more,
  };
  const week = { data: [], comparison: null };
  const model = { width, metrics: [numbers], unpriced: [], notTold: [], coverage: null, silent: [], closed: [], week };
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <InsideProvider>
          <MetricCard {...{ numbers, model, filters, timezone, now }} explains={null} />
        </InsideProvider>
      </I18nProvider>,
    ),
  );
  return place.querySelector('section')?.textContent ?? '';
}

const today = { kind: 'preset', preset: 'today' } as const;
const half = (at: string, value: number, usual: number) => {
  const label = new Date(parseClock(`2026-03-12T${at}`)).toISOString();
  return {
    data: { label, value },
    earlier: { label, value: usual },
    change: { label, value: (value / usual - 1) * 100 },
  };
};
const courseOf = (...halves: ReturnType<typeof half>[]): Answer => ({
  data: halves.map(({ data }) => data),
  comparison: halves.map(({ earlier }) => earlier),
  evolution: halves.map(({ change }) => change),
});

it('what a sample is now is compared over the sensors that tell it on both sides', async () => {
  const text = await card(1800, courseOf(half('14:00', 600, 608)), today);
  expect(text).toMatch(/now.*600/);
  expect(text).toContain('vs 608');
  expect(text).toContain('−1.3');
});

it('a value without recent readings is not called current', async () => {
  const text = await card(1800, courseOf(half('10:00', 500, 510)), today);
  expect(text).toMatch(/at 10:30.*500/);
  expect(text).not.toContain('now');
});

it('the mean of a running day is not said to be now', async () => {
  const course: Answer = { data: [{ label: '2026-03-12T00:00:00+01:00', value: 519 }], comparison: null };
  const text = await card(86_400, course, { kind: 'preset', preset: 'last7' });
  expect(text).toMatch(/mean.*554/);
  expect(text).toContain('vs 543');
  expect(text).not.toContain('now');
});

it('how much of the time was counted is said of the metric itself, where that is not all of it', async () => {
  const course: Answer = { data: [], comparison: null };
  const text = await card(86_400, course, { kind: 'preset', preset: 'last7' }, 0.648);
  expect(text).toContain('64.8\u00a0% of the time counted');
  expect(await card(86_400, course, { kind: 'preset', preset: 'last7' })).not.toContain('counted');
});

const yesterday = { kind: 'preset', preset: 'yesterday' } as const;
const onDay = (reason: 'holiday' | 'event' | 'closed' | 'history', more: Partial<ExpectedPoint> = {}) =>
  card(1800, courseOf(), yesterday, 1, {
    usual: null,
    expected: { value: null, lower: null, upper: null, warranty: null, reason, ...more },
  });

it('names the day that has no usual, in the language of the viewer where it is known', async () => {
  const holiday = { name: 'Bundesfeiertag', names: { fr: 'Fête nationale', en: 'National Day' } };
  expect(await onDay('holiday', holiday)).toContain('National Day: no usual');
  expect(await onDay('holiday', { name: 'Bundesfeiertag' })).toContain('Bundesfeiertag: no usual');
  expect(await onDay('event', { name: 'Black Friday' })).toContain('Black Friday: no usual');
  expect(await onDay('closed')).toContain('Closed day: no usual');
  expect(await onDay('history')).not.toContain('no usual');
  await setLanguage('fr');
  expect(await onDay('holiday', holiday)).toContain('Fête nationale : pas de valeur habituelle');
});

it.each([
  [554, 'as usual', 'var(--text)'],
  [640, 'above the usual range, +17.9 %', 'var(--critical-dot)'],
])('draws %i on a ruler of its usual range, with the words for screen readers', async (value, words, color) => {
  const range = { lower: 510, upper: 575 };
  const expected = { value: 543, ...range, warranty: { held: 91, of: 100 }, reason: null };
  const text = await card(1800, courseOf(), yesterday, 1, { value, range, expected });
  const plain = text.replace(/[\u2066-\u2069]/g, '').replace(/\u00a0|\u202f/g, ' ');
  expect(plain).toContain(words);
  expect(plain).toContain('vs 543, usual');
  const ruler = place.querySelector('svg[role="img"]');
  expect(ruler?.getAttribute('aria-label')).toBe('Usual range 510 to 575');
  expect(ruler?.querySelector('circle')?.getAttribute('fill')).toBe(color);
});

it('names the costs of meters that reported but have no tariff', async () => {
  const filters = resolveFilters({ ...defaultFilters, timespan: yesterday }, site, now);
  if (filters === null) throw new Error('the gallery has a site with zones');
  const week = { data: [], comparison: null };
  const shown = async (unpriced: readonly Metric[]) => {
    const model = {
      width: 3600,
      metrics: [],
      unpriced,
      notTold: [],
      coverage: null,
      silent: [],
      closed: [],
      week,
    } as const;
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <MetricCards {...{ site, model, filters, now }} explains={null} />
        </I18nProvider>,
      ),
    );
    return place.textContent;
  };
  expect(await shown([findMetric('electricityCost') as Metric, findMetric('waterCost') as Metric])).toBe(
    'No tariff: Electricity cost, Water cost. ',
  );
  expect(await shown([])).toBe('');
});
