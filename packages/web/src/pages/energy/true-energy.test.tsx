import { defaultFilters, resolveFilters } from '@atrium/domain/pages';
import { buildSectionQueries, listSectionQueries } from '@atrium/domain/pages/site-pages';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import { I18nProvider } from '@lingui/react';
import fc from 'fast-check';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  i18n,
  type Language,
  languages,
  loadAuthenticatedMessages,
  loadMetricsMessages,
  setLanguage,
} from '../../i18n/index.ts';
import { isLanguage } from '../../i18n/languages.ts';
import { InsideProvider } from '../../numbers/live/index.ts';
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
  silentSince,
  weeksBack,
} from '../headline/sensor-worlds.ts';
import { MetricCard } from '../section/metric-card.tsx';
import { buildSectionModel } from '../section/section-model.ts';
import { EnergyHeadline } from './energy-headline.tsx';

const meters: readonly ReadingSource[] = [
  { name: 'Bakery', metric: 'electricityConsumption', zone: 2, adds: true, about: 2.5 },
  { name: 'Food court', metric: 'electricityConsumption', zone: 3, adds: true, about: 4 },
  { name: 'Boiler', metric: 'heatConsumption', zone: 1, adds: true, about: 9 },
];
const site = buildSite(meters);
const zoneNames = new Map([
  ['2', 'Bakery'],
  ['3', 'Food court'],
]);

/** Patterns that detect each claim in each language. */
const claims = {
  en: {
    soFar: /so far/,
    today: /today/,
    byNow: /by this time|up to the same hour/,
    more: /Higher/,
    less: /Lower/,
    usual: /About the same/,
    reason: /difference was made by/,
    gap: /silent/,
    allSilent: /have been silent since (\S+ )*?\d\d:\d\d/,
    heat: /Heat used/,
    power: /Electricity used/,
    tooFew: /can be compared/,
    none: /No meter/,
  },
  fr: {
    soFar: /jusqu’ici/,
    today: /aujourd’hui/,
    byNow: /à la même heure/,
    more: /plus élevée/,
    less: /plus faible/,
    usual: /aussi élevée/,
    reason: /s’explique surtout par/,
    gap: /muets/,
    allSilent: /sont muets depuis/,
    heat: /Chaleur/,
    power: /Électricité/,
    tooFew: /comparable/,
    none: /Aucun compteur/,
  },
  de: {
    soFar: /bisher/,
    today: /heute/,
    byNow: /um diese Zeit|bis zur selben Uhrzeit/,
    more: /Höherer/,
    less: /Geringerer/,
    usual: /Etwa gleicher/,
    reason: /Teil des Unterschieds/,
    gap: /schwiegen|schweigen/,
    allSilent: /schweigen seit/,
    heat: /Wärme/,
    power: /Strom/,
    tooFew: /vergleich/,
    none: /kein Zähler/,
  },
  ar: {
    soFar: /حتى الآن/,
    today: /اليوم/,
    byNow: /في مثل هذا الوقت|حتى الساعة نفسها/,
    more: /الاستهلاك أكثر/,
    less: /الاستهلاك أقل/,
    usual: /تقريبًا/,
    reason: /معظم الفرق/,
    gap: /صمتت|صامتة/,
    allSilent: /صامتة منذ/,
    heat: /الحرارة/,
    power: /الكهرباء/,
    tooFew: /مقارنة/,
    none: /أي عدّاد/,
  },
  it: {
    soFar: /finora/,
    today: /oggi/,
    byNow: /alla stessa ora/,
    more: /più alto/,
    less: /più basso/,
    usual: /Consumo simile/,
    reason: /Gran parte della differenza/,
    gap: /muti/,
    allSilent: /sono muti da/,
    heat: /Calore/,
    power: /Elettricità/,
    tooFew: /confront/,
    none: /Nessun contatore/,
  },
  es: {
    soFar: /hasta ahora/,
    today: /hoy/,
    byNow: /a esta hora|hasta la misma hora/,
    more: /Consumo mayor/,
    less: /Consumo menor/,
    usual: /casi igual/,
    reason: /parte de la diferencia/,
    gap: /callaron|callan/,
    allSilent: /callan desde/,
    heat: /Calor/,
    power: /Electricidad/,
    tooFew: /compar/,
    none: /Ningún contador/,
  },
} as const satisfies Record<Language, object>;

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

/** Removes non-breaking spaces and direction marks. */
const plain = (element: Element) =>
  (element.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2066-\u2069\u200e\u200f]/g, '');

function modelOf(world: SensorWorld, of: readonly ReadingSource[]) {
  const now = getNow(world);
  const state = {
    ...defaultFilters,
    timespan: { kind: 'preset', preset: world.preset } as const,
    hours: world.hours,
    compare: { on: true, mode: world.mode },
  };
  const filters = resolveFilters(state, site, now);
  if (filters === null) throw new Error('a site with zones');
  const queries = buildSectionQueries('energy', site, filters, [...new Set(of.map(({ metric }) => metric))]);
  const answers = listSectionQueries(queries).map(createFakeServer(world, of)) as unknown as (WidgetAnswer | null)[];
  return { model: buildSectionModel(queries, answers, { site, filters, now }), filters, now };
}

async function headlineOf(world: SensorWorld, of = meters): Promise<string> {
  const { model, filters, now } = modelOf(world, of);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <EnergyHeadline
          {...{ model, filters, now, explains: null }}
          timezone={site.topology.timezone}
          partName={(label) => zoneNames.get(label) ?? label}
          accounts={(label) => label !== '1'}
        />
      </I18nProvider>,
    ),
  );
  return plain(place);
}

/** Renders the cards of electricity and heat. */
async function cardsOf(world: SensorWorld): Promise<string[]> {
  const { model, filters, now } = modelOf(world, meters);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <InsideProvider>
          {model.metrics.map((numbers) => (
            <MetricCard
              key={numbers.metric.id}
              {...{ numbers, model, filters, now, explains: null }}
              timezone={site.topology.timezone}
            />
          ))}
        </InsideProvider>
      </I18nProvider>,
    ),
  );
  return [...place.querySelectorAll('section')].map(plain);
}

/** Computes from the readings what some meters counted, and their usual value over the same half-hours. */
function counted(world: SensorWorld, indices: readonly number[]) {
  const over = finishedHalves(world);
  let [value, usual, told] = [0, 0, 0];
  for (const at of over)
    for (const index of indices) {
      const own = getReading(world, meters, index, at);
      if (own === null) continue;
      told++;
      value += own;
      const back = weeksBack(world);
      for (const shift of back) usual += (getReading(world, meters, index, at - shift) ?? Number.NaN) / back.length;
    }
  const asked = over.length * indices.length;
  // The change between the figures as they are shown, to a watt-hour.
  const [shown, shownUsual] = [value, usual].map((one) => Number(one.toFixed(3))) as [number, number];
  const percent = (shown / shownUsual - 1) * 100;
  return {
    value,
    usual,
    percent,
    told,
    ratio: asked === 0 ? null : told / asked,
    isComparable: told * 2 >= asked || value > 0,
  };
}

/** Whether a card shows a figure to three decimals of kWh. At a rounding boundary either is right. */
function has(text: string, value: number, locale: string): boolean {
  const format = { minimumFractionDigits: 3, maximumFractionDigits: 3, numberingSystem: 'latn' };
  const all = [value - 1e-9, value + 1e-9].map((one) => new Intl.NumberFormat(locale, format).format(one));
  return all.some((one) => text.includes(one.replace(/[\u00a0\u202f]/g, ' ')));
}

/** Formats a figure with the decimals for its size. */
function written(value: number, locale: string): string {
  const maximumFractionDigits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const format = { maximumFractionDigits, minimumFractionDigits: maximumFractionDigits, numberingSystem: 'latn' };
  return new Intl.NumberFormat(locale, format).format(value).replace(/[\u00a0\u202f]/g, ' ');
}

/** Zurich is UTC+1 in winter. */
const clockOf = (at: number) => new Date(at + 3_600_000).toISOString().slice(11, 16);

/** Whether a text contains a percentage, to one decimal. */
function tells(text: string, percent: number): boolean {
  const all = text.match(/\d[\d.,’' ]*(?= ?[%٪])/g) ?? [];
  return all.some((told) => Math.abs(Number(told.replace(/\D/g, '')) / 10 - Math.abs(percent)) < 0.0501);
}

describe.each(Object.keys(languages).filter(isLanguage))('what is said of energy in %s', (language) => {
  const says = claims[language];
  const { locale } = languages[language];

  it('is true of the readings at the hour at which it is read', async () => {
    await setLanguage(language);
    await fc.assert(
      fc.asyncProperty(sensorWorlds(meters.length), async (world) => {
        const text = await headlineOf(world);
        const [power, heat] = [counted(world, [0, 1]), counted(world, [2])];
        const where = `${JSON.stringify(world)} ${JSON.stringify({ power, heat })}: ${text}`;
        const isTold = power.told > 0;
        if (power.told === 0 && heat.told === 0) {
          expect(says.none.test(text), where).toBe(true);
          expect(/\d/.test(text), where).toBe(false);
          return;
        }
        // The first metric with data.
        const first = isTold ? power : heat;
        expect(says.power.test(text), where).toBe(isTold);
        expect(text, where).toContain(written(first.value, locale));
        const rest = requestedHalves(world).filter((at) => at + half > getNow(world));
        const sinceOf = (indices: readonly number[]) => (rest.length > 0 ? silentSince(world, meters, indices) : null);
        const goesOn = rest.length > 0 && sinceOf(isTold ? [0, 1] : [2]) === null;
        expect(says.soFar.test(text), where).toBe(goesOn);
        expect(says.today.test(text), where).toBe(goesOn && world.preset === 'today' && world.hours === 'all');
        // Nothing is judged while all its meters are silent.
        const isUnjudged = rest.length > 0 && !goesOn;
        const isNews = first.isComparable && !isUnjudged && Math.abs(first.percent) >= 3;
        expect(says.more.test(text), where).toBe(isNews && first.percent > 0);
        expect(says.less.test(text), where).toBe(isNews && first.percent < 0);
        expect(says.usual.test(text), where).toBe(first.isComparable && !isNews && !isUnjudged);
        expect(says.tooFew.test(text), where).toBe(!first.isComparable);
        if (isNews) expect(tells(text, first.percent), where).toBe(true);
        // "By now" requires full coverage. Silences below 0.5 % do not count.
        const isCounted = (first.ratio ?? 0) >= 0.995;
        expect(says.byNow.test(text), where).toBe(isNews && goesOn && isCounted);
        // The other metric, if it is unusual.
        const isUnusual = isTold && heat.told > 0 && heat.isComparable && Math.abs(heat.percent) >= 10;
        // While all its meters are silent, only that is said of it.
        const isOther = isUnusual && sinceOf([2]) === null;
        if (isOther || !isUnusual) expect(says.heat.test(text), where).toBe(isOther || !isTold);
        else expect(text, where).not.toContain(written(heat.value, locale));
        if (isOther) {
          expect(text, where).toContain(written(heat.value, locale));
          expect(text, where).toContain(heat.percent > 0 ? '+' : '−');
          expect(tells(text, heat.percent), where).toBe(true);
        }
        // The coverage of the least covered metric mentioned.
        const least = Math.min(first.ratio ?? 1, isUnusual ? (heat.ratio ?? 1) : 1);
        expect(says.gap.test(text), where).toBe(least < 0.995);
        if (least < 0.995) expect(tells(text, least * 100), where).toBe(true);
        // If all meters of the metric with the least coverage are silent, the sentence states since when.
        const isHeatLeast = isTold && isUnusual && (heat.ratio ?? 1) < (power.ratio ?? 1);
        const silent = sinceOf(isTold && !isHeatLeast ? [0, 1] : [2]);
        expect(says.allSilent.test(text), where).toBe(least < 0.995 && silent !== null);
        const all = isTold && heat.told > 0 ? sinceOf([0, 1, 2]) : silent;
        if (least < 0.995 && silent !== null) expect(text, where).toContain(clockOf(all ?? silent));
        // The reason: a zone, by the difference in its own meters' readings.
        const zones = [counted(world, [0]), counted(world, [1])].map((zone) => ({
          ...zone,
          change: zone.told > 0 && zone.isComparable ? (zone.value - zone.usual) * Math.sign(first.percent) : 0,
        }));
        const whole = Math.abs(first.value - first.usual);
        const most = Math.max(...zones.map(({ change }) => change));
        const isReason =
          isTold &&
          isNews &&
          zones.every(({ told, isComparable }) => told > 0 && isComparable) &&
          most > whole / 2 &&
          most <= whole;
        expect(says.reason.test(text), where).toBe(isReason);
        if (isReason) {
          const named = zones.filter((_, index) => text.includes(meters[index]?.name ?? ''));
          expect(
            named.map(({ change }) => change),
            where,
          ).toEqual([most]);
          // At a rounding boundary either figure is right.
          const sign = first.percent > 0 ? '+' : '−';
          const either = [most - 1e-9, most + 1e-9].map((one) => `${sign}${written(one, locale)}`);
          const stands = either.some((one) => text.includes(one));
          expect(stands, where).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});

describe.each(Object.keys(languages).filter(isLanguage))('what cards say of energy in %s', (language) => {
  const { locale } = languages[language];

  it('is what their own meters counted, and a change that their own numbers make', async () => {
    await setLanguage(language);
    await fc.assert(
      fc.asyncProperty(sensorWorlds(meters.length), async (world) => {
        const cards = await cardsOf(world);
        // A metric without data has no card.
        const truths = [[0, 1], [2]]
          .map((indices) => ({ ...counted(world, indices), since: silentSince(world, meters, indices) }))
          .filter(({ told }) => told > 0);
        expect(cards.length).toBe(truths.length);
        for (const [index, truth] of truths.entries()) {
          const text = cards[index] ?? '';
          const where = `${JSON.stringify(world)} ${JSON.stringify(truth)}: ${text}`;
          const rest = requestedHalves(world).filter((at) => at + half > getNow(world));
          // While all its meters are silent, an amount does not go on.
          expect(claims[language].soFar.test(text), where).toBe(rest.length > 0 && truth.since === null);
          expect(has(text, truth.value, locale), where).toBe(true);
          // A change that rounds to zero is given in words.
          const isChange = truth.isComparable && Math.abs(truth.percent) > 0.05;
          if (Math.abs(Math.abs(truth.percent) - 0.05) > 1e-6) expect(/[+−]\d/.test(text), where).toBe(isChange);
          if (truth.isComparable) expect(has(text, truth.usual, locale), where).toBe(true);
          if (isChange) expect(tells(text, truth.percent), where).toBe(true);
          if (isChange) expect(text.includes('−'), where).toBe(truth.percent < 0);
          if (truth.ratio !== null && truth.ratio < 0.995) expect(tells(text, truth.ratio * 100), where).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});

it('no zone is named as the reason when a meter outside the zones counts too', async () => {
  await setLanguage('en');
  const world: SensorWorld = {
    ...{ seed: 3, shift: [2.5, 1, 1], silence: [], at: 30 },
    ...{ preset: 'today', hours: 'all', mode: 'USUAL' },
  };
  const [bakery, court] = meters as [ReadingSource, ReadingSource, ReadingSource];
  expect(await headlineOf(world, [bakery, court])).toContain('Most of the difference was made by Bakery');
  const hall: ReadingSource = { name: 'Hall', metric: 'electricityConsumption', zone: 1, adds: true, about: 2 };
  expect(await headlineOf(world, [bakery, court, hall])).not.toContain('Most of the difference');
});

it('what a roof makes is not called consumption', async () => {
  await setLanguage('en');
  const roof: ReadingSource = { name: 'Roof', metric: 'electricityProduction', zone: 2, adds: true, about: 3 };
  const world: SensorWorld = {
    ...{ seed: 3, shift: [2.5], silence: [], at: 30 },
    ...{ preset: 'today', hours: 'all', mode: 'USUAL' },
  };
  const text = await headlineOf(world, [roof]);
  expect(text).toMatch(/^Electricity produced: .* more than usual by this time/);
});
