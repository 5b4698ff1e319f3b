import type { RawQuery } from '@atrium/domain/numbers';
import { defaultFilters, resolveFilters } from '@atrium/domain/pages';
import { buildSectionQueries, listSectionQueries } from '@atrium/domain/pages/site-pages';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import { I18nProvider } from '@lingui/react';
import fc from 'fast-check';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeResizeObserver } from '../../charts/testing/fake-resize-observer.ts';
import { i18n, languages, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { isLanguage } from '../../i18n/languages.ts';
import {
  buildSite,
  createFakeServer,
  finishedHalves,
  getNow,
  getReading,
  half,
  type ReadingSource,
  requestedHalves,
  type SensorWorld,
  sensorWorlds,
  weeksBack,
} from '../headline/sensor-worlds.ts';
import { MetricSeriesCard } from '../section/metric-series-card.tsx';
import { buildSectionModel } from '../section/section-model.ts';

// Replaced, because these components send queries of their own.
vi.mock('../site-page/lanes/site-lanes.tsx', () => ({ useSiteLanes: () => ({ height: 0, draw: () => null }) }));
vi.mock('../cards/export-of.tsx', () => ({ ExportOf: () => null }));

const meters: readonly ReadingSource[] = [
  { name: 'Bakery', metric: 'electricityConsumption', zone: 2, adds: true, about: 2.5 },
  { name: 'Food court', metric: 'electricityConsumption', zone: 3, adds: true, about: 4 },
];
const site = buildSite(meters);

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  root = createRoot(place);
  document.body.append(place);
});
afterEach(() => act(async () => root.unmount()));

const spaced = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2066-\u2069\u200e\u200f]/g, '');
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/**
 * Computes the expected sums: what the reporting meters counted in some half-hours, and in the same half-hours of other
 * weeks.
 */
function truthOf(world: SensorWorld, halves: readonly number[]) {
  const told = halves.flatMap((at) =>
    meters.flatMap((_, index) => {
      const value = getReading(world, meters, index, at);
      return value === null ? [] : [{ index, at, value }];
    }),
  );
  const earlier = weeksBack(world).map((back) =>
    sum(told.map(({ index, at }) => getReading(world, meters, index, at - back) ?? Number.NaN)),
  );
  return {
    value: told.length === 0 ? null : sum(told.map(({ value }) => value)),
    usual: told.length === 0 ? null : sum(earlier) / earlier.length,
    // Consumption is compared by how much of it is known on both sides, here all; nothing by how much of the time.
    isComparable: told.length * 2 >= halves.length * meters.length || sum(told.map(({ value }) => value)) > 0,
  };
}

/** Computes the expected usual value: all meters in that half-hour of other weeks, whether or not they report now. */
const meantAt = (world: SensorWorld, at: number) =>
  sum(weeksBack(world).map((back) => sum(meters.map((_, index) => getReading(world, meters, index, at - back) ?? 0)))) /
  weeksBack(world).length;

/** Answers as the server does, with time series. */
function answering(world: SensorWorld) {
  const others = createFakeServer(world, meters) as unknown as (query: RawQuery) => unknown;
  return (query: RawQuery) => {
    if (query.groupBy?.map(({ type }) => type).join() !== 'DATE') return others(query);
    const isNow = query.compare !== undefined;
    const shifts = isNow ? [0] : weeksBack(world);
    const data = shifts.flatMap((back) =>
      (isNow ? finishedHalves(world) : requestedHalves(world)).map((asked) => {
        const at = asked - back;
        const { value } = truthOf(world, [at]);
        const label = new Date(at).toISOString();
        return value === null ? { label, value, state: 'missing' } : { label, value };
      }),
    );
    const comparison = isNow
      ? finishedHalves(world).map((at) => ({ label: new Date(at).toISOString(), value: truthOf(world, [at]).usual }))
      : null;
    const evolution = comparison?.map(({ label }, index) => {
      const { value, usual } = truthOf(world, [finishedHalves(world)[index] ?? 0]);
      return { label, value: value === null || usual === null ? null : (value / usual - 1) * 100 };
    });
    const coverage = { ratio: null, silent: [], sites: [] };
    return { data, comparison, evolution: evolution ?? null, comparisonCoverage: null, coverage, granularity: 1800 };
  };
}

async function show(world: SensorWorld): Promise<HTMLElement | null> {
  const now = getNow(world);
  const timespan = { kind: 'preset', preset: world.preset } as const;
  const state = { ...defaultFilters, timespan, hours: world.hours, compare: { on: true, mode: world.mode } };
  const filters = resolveFilters(state, site, now);
  if (filters === null) throw new Error('a site with zones');
  const queries = buildSectionQueries('energy', site, filters, ['electricityConsumption']);
  const answers = listSectionQueries(queries).map(answering(world)) as (WidgetAnswer | null)[];
  const model = buildSectionModel(queries, answers, { site, filters, now });
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <MetricSeriesCard key={JSON.stringify(world)} {...{ model, site, filters, now, explains: null }} />
      </I18nProvider>,
    ),
  );
  return place.querySelector('[role=slider]');
}

const press = (chart: HTMLElement, key: string) =>
  act(async () => {
    chart.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });

/** Formats the site's local time, UTC+1 all winter. */
const clockOf = (at: number) => new Date(at + 3_600_000).toISOString().slice(11, 16);

describe.each(Object.keys(languages).filter(isLanguage))('what the course of energy tells in %s', (language) => {
  const { locale } = languages[language];
  const write = (value: number) => {
    const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, numberingSystem: 'latn' };
    return spaced(new Intl.NumberFormat(locale, format).format(value));
  };
  /** At a rounding boundary either figure is right. */
  const either = (value: number) => [write(value - 1e-9), write(value + 1e-9)];
  const figuresIn = (text: string) => text.match(/\d[\d.,’' ]*(?= kWh)/g)?.map((figure) => figure.trim()) ?? [];

  it('is true of the readings, as a whole and step by step', async () => {
    await setLanguage(language);
    await fc.assert(
      fc.asyncProperty(sensorWorlds(meters.length), fc.nat(47), async (world, picked) => {
        // Several days are drawn with wider steps.
        fc.pre(world.preset !== 'last7');
        const chart = await show(world);
        const whole = truthOf(world, finishedHalves(world));
        if (chart === null) {
          expect(whole.value).toBeNull();
          return;
        }
        const summary = spaced(chart.getAttribute('aria-label') ?? '');
        const where = `${JSON.stringify(world)}: ${summary}`;
        const told = figuresIn(summary);
        const meant = [whole.value, whole.isComparable ? whole.usual : null].flatMap((value) => value ?? []);
        expect(told.length, where).toBe(meant.length);
        for (const [index, figure] of meant.entries()) expect(either(figure), where).toContain(told[index]);

        await press(chart, 'Home');
        for (let step = 0; step < picked; step++) await press(chart, 'ArrowRight');
        const spoken = spaced(chart.getAttribute('aria-valuetext') ?? '');
        const at = requestedHalves(world).find((one) => clockOf(one) === /\d\d:\d\d/.exec(spoken)?.[0]);
        expect(at, `${where} ${spoken}`).toBeDefined();
        if (at === undefined) return;
        const isOver = at + half <= getNow(world);
        // What is over is compared as the server answers, and a missing value is not compared. A closed day to come has
        // no usual value.
        const { value, usual } = truthOf(world, isOver ? [at] : []);
        const isClosed = new Date(at + 3_600_000).getUTCDay() === 0 && world.mode === 'USUAL';
        const ahead = isOver ? usual : meantAt(world, at);
        const expected = [value, (isClosed && !isOver) || (isOver && value === null) ? null : ahead].flatMap(
          (one) => one ?? [],
        );
        const steps = figuresIn(spoken);
        expect(steps.length, `${where} ${spoken}`).toBe(expected.length);
        for (const [index, figure] of expected.entries())
          expect(either(figure), `${where} ${spoken}`).toContain(steps[index]);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
