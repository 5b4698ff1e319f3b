import type { RawQuery } from '@atrium/domain/numbers';
import type { ResolvedFilters } from '@atrium/domain/pages';
import { I18nProvider } from '@lingui/react';
import fc from 'fast-check';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeResizeObserver } from '../../charts/testing/fake-resize-observer.ts';
import {
  i18n,
  type Language,
  languages,
  loadAuthenticatedMessages,
  loadMetricsMessages,
  setLanguage,
} from '../../i18n/index.ts';
import { isLanguage } from '../../i18n/languages.ts';
import {
  createFakeServer,
  finishedHalves,
  getNow,
  getReading,
  isOpen,
  type SensorWorld,
  sensorWorlds,
  weeksBack,
} from '../headline/sensor-worlds.ts';
import { MetricSeriesCard } from '../section/metric-series-card.tsx';
import { ComfortCard } from './air-cards.tsx';
import { bandOf, buildFilters, buildModel, partName, rooms, sensors, site } from './invented-air.ts';
import { SharesCard } from './shares-card.tsx';
import { useAir } from './use-air.ts';

/** The server's answers for the current world. */
let answer: (query: RawQuery) => unknown = () => null;
vi.mock('../../numbers/answers/index.ts', async (original) => ({
  ...(await original<object>()),
  useNumbers: (queries: readonly RawQuery[]) => ({ state: 'ready', answers: queries.map((query) => answer(query)) }),
}));

// Replaced, because these components send queries of their own.
vi.mock('../site-page/lanes/site-lanes.tsx', () => ({ useSiteLanes: () => ({ height: 0, draw: () => null }) }));
vi.mock('../cards/export-of.tsx', () => ({ ExportOf: () => null }));

/** Patterns that detect each claim in each language. */
const claims: Readonly<
  Record<Language, Readonly<Record<'everywhere' | 'measured' | 'weakest' | 'open' | 'chosen', RegExp>>>
> = {
  en: {
    everywhere: /good in every zone/,
    measured: /good where it was measured/,
    weakest: /weakest: (.*?) \(CO₂\)/,
    open: /measured opening time/,
    chosen: /measured time in the hours chosen/,
  },
  de: {
    everywhere: /gut in allen Zonen/,
    measured: /gut, wo gemessen wurde/,
    weakest: /schwächste: (.*?) \(CO₂\)/,
    open: /gemessenen Öffnungszeit/,
    chosen: /gemessenen Zeit in den gewählten Stunden/,
  },
  fr: {
    everywhere: /bon en moyenne dans toutes les zones/,
    measured: /bon en moyenne là où il a été mesuré/,
    weakest: /point faible : (.*?) \(CO₂\)/,
    open: /temps d’ouverture mesuré/,
    chosen: /temps mesuré des heures choisies/,
  },
  it: {
    everywhere: /buono in tutte le zone/,
    measured: /buono dove è stato misurato/,
    weakest: /punto debole: (.*?) \(CO₂\)/,
    open: /tempo di apertura misurato/,
    chosen: /tempo misurato delle ore scelte/,
  },
  es: {
    everywhere: /bueno de media en todas las zonas/,
    measured: /bueno de media donde se midió/,
    weakest: /punto débil: (.*?) \(CO₂\)/,
    open: /tiempo de apertura medido/,
    chosen: /tiempo medido de las horas elegidas/,
  },
  ar: {
    everywhere: /جيد في المتوسط في كل المناطق/,
    measured: /جيد في المتوسط حيث قيس/,
    weakest: /الأضعف: (.*?) \(CO₂\)/,
    open: /وقت العمل المقيس/,
    chosen: /الوقت المقيس في الساعات المختارة/,
  },
};

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

const mean = (values: readonly number[]) => values.reduce((all, value) => all + value, 0) / values.length;
/** Rates a CO₂ value by the default bands, from 5 (good) to 1. */
const ratingOf = (ppm: number) => 5 - [600, 800, 1000, 1400].filter((limit) => ppm >= limit).length;

/** Computes the expected mean over the judged time and over the same half-hours of earlier weeks. */
function courseOf(world: SensorWorld) {
  const judged = finishedHalves(world).filter((at) => world.hours !== 'all' || isOpen(at));
  const told = judged.flatMap((at) =>
    sensors.flatMap((_, index) => {
      const value = getReading(world, sensors, index, at);
      return value === null ? [] : [{ index, at, value }];
    }),
  );
  const before = weeksBack(world).map((back) =>
    mean(told.map(({ index, at }) => getReading(world, sensors, index, at - back) ?? Number.NaN)),
  );
  return {
    mean: told.length === 0 ? null : mean(told.map(({ value }) => value)),
    /** With less than half of the time covered, nothing is compared. */
    usual: told.length * 2 < judged.length * sensors.length ? null : mean(before),
  };
}

/** Computes the expected figures from the readings in the judged time: opening hours, unless hours were chosen. */
function truthOf(world: SensorWorld) {
  const judged = finishedHalves(world).filter((at) => world.hours !== 'all' || isOpen(at));
  const told = (index: number, at: number) => getReading(world, sensors, index, at);
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  return [2, 3].map((zone) => {
    const own = sensors.flatMap((sensor, index) => (sensor.zone === zone ? [index] : []));
    const byDevice = own.map((index) => known(judged.map((at) => told(index, at)))).filter(({ length }) => length > 0);
    const courses = judged.map((at) => ({ at, values: known(own.map((index) => told(index, at))) }));
    return {
      zone,
      /** The worst of the place's devices. */
      rating: byDevice.length === 0 ? null : Math.min(...byDevice.map((values) => ratingOf(mean(values)))),
      mean: mean(byDevice.flat()),
      steps: courses.map(({ at, values }) => ({ at, value: values.length === 0 ? null : mean(values) })),
    };
  });
}

const labelled = (label: string, value: number | null) =>
  value === null ? { label, value, state: 'missing' } : { label, value };

/** Answers as the server does, with ratings and time series. */
function answering(world: SensorWorld): typeof answer {
  const others = createFakeServer(world, sensors) as unknown as typeof answer;
  const zones = truthOf(world);
  return (query) => {
    const data =
      query.metric === 'co2Score'
        ? zones.map(({ zone, rating }) => labelled(`${zone}`, rating))
        : query.aggregation === undefined && query.groupBy?.map(({ type }) => type).join() === 'ZONE_ID,DATE'
          ? zones.map(({ zone, steps }) => ({
              label: `${zone}`,
              value: steps.map(({ at, value }) => labelled(new Date(at).toISOString(), value)),
            }))
          : null;
    if (data === null) return others(query);
    const coverage = { ratio: null, silent: [], sites: [] };
    return { data, comparison: null, evolution: null, comparisonCoverage: null, coverage, granularity: 1800 };
  };
}

function AirCards({ filters, now }: { readonly filters: ResolvedFilters; readonly now: number }) {
  const air = useAir({ site, filters, now, change: () => undefined, reset: () => undefined }, bandOf);
  if (air === null) return null;
  const model = buildModel(filters, now, answer);
  return (
    <>
      <ComfortCard {...{ model, air, filters, bandOf, partName, explains: null }} />
      <SharesCard {...{ model, air, filters, explains: null }} />
      <MetricSeriesCard {...{ model, site, filters, now, explains: null }} />
    </>
  );
}

interface Cards {
  readonly comfort: string;
  readonly shares: string;
  /** Summary of the time series for screen readers. */
  readonly summary: string;
}

async function cardsOf(world: SensorWorld): Promise<Cards> {
  answer = answering(world);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <AirCards filters={buildFilters(world)} now={getNow(world)} />
      </I18nProvider>,
    ),
  );
  const spaced = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2066-\u2069\u200e\u200f]/g, '');
  const plain = ({ textContent }: Element) => spaced(textContent ?? '');
  const [comfort = '', shares = ''] = [...place.querySelectorAll('section')].map(plain);
  const labels = [...place.querySelectorAll('[aria-label]')].map((one) => spaced(one.getAttribute('aria-label') ?? ''));
  return { comfort, shares, summary: labels.find((label) => label.includes('ppm')) ?? '' };
}

describe.each(Object.keys(languages).filter(isLanguage))('what cards say of the air in %s', (language) => {
  const says = claims[language];
  const { locale } = languages[language];
  const write = (value: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 0, numberingSystem: 'latn' })
      .format(value)
      .replace(/[\u00a0\u202f]/g, ' ');

  it('is true of the readings at the hour at which it is read', async () => {
    await setLanguage(language);
    await fc.assert(
      fc.asyncProperty(sensorWorlds(sensors.length), async (world) => {
        const { comfort, shares, summary } = await cardsOf(world);
        const zones = truthOf(world);
        const where = `${JSON.stringify(world)}: ${comfort} | ${shares} | ${summary}`;
        const rated = zones.filter(({ rating }) => rating !== null);
        const worst = Math.min(...rated.map(({ rating }) => rating ?? 5));
        expect(comfort.match(/(\d) ?\/ 5/)?.[1] ?? '–', where).toBe(rated.length === 0 ? '–' : `${worst}`);
        const isGood = rated.length > 0 && worst >= 4;
        expect(says.everywhere.test(comfort), where).toBe(isGood && rated.length === zones.length);
        expect(says.measured.test(comfort), where).toBe(isGood && rated.length < zones.length);
        const [weakest] = rated
          .filter(({ rating }) => rating === worst)
          .toSorted((left, right) => right.mean - left.mean);
        expect(comfort.match(says.weakest)?.[1], where).toBe(
          rated.length > 0 && !isGood ? rooms[weakest?.zone ?? 0] : undefined,
        );

        expect(says.open.test(shares), where).toBe(world.hours === 'all');
        expect(says.chosen.test(shares), where).toBe(world.hours !== 'all');
        const steps = zones.flatMap((zone) => zone.steps.flatMap(({ value }) => value ?? []));
        const good = steps.filter((value) => value < 800).length;
        const percent = Math.round((good / steps.length) * 100);
        const told = good === 0 || good === steps.length ? percent : Math.min(99, Math.max(1, percent));
        const figure =
          shares.match(/(?:[%٪] ?)?(\d+) ?(?:[%٪])?/g)?.map((text) => Number(text.replace(/\D/g, ''))) ?? [];
        expect(figure.includes(told), where).toBe(steps.length > 0);

        const course = courseOf(world);
        const figures = [course.mean, course.mean === null ? null : course.usual].flatMap((value) => value ?? []);
        expect(summary.match(/[\d.,’' ]*\d(?= ppm)/g)?.map((text) => text.trim()) ?? [], where).toEqual(
          figures.map(write),
        );
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});
