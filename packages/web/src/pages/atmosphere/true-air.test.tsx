import type { RawQuery } from '@atrium/domain/numbers';
import type { ResolvedFilters } from '@atrium/domain/pages';
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
import {
  createFakeServer,
  finishedHalves,
  getNow,
  getReading,
  half,
  isOpen,
  requestedHalves,
  type SensorWorld,
  sensorWorlds,
  silentSince,
  weeksBack,
} from '../headline/sensor-worlds.ts';
import { AirHeadline } from './air-cards.tsx';
import { bandOf, buildFilters, buildModel, partName, rooms, sensors, site } from './invented-air.ts';
import { useAir } from './use-air.ts';

/** The server's answers for the current world. */
let answer: (query: RawQuery) => unknown = () => null;
vi.mock('../../numbers/answers/index.ts', async (original) => ({
  ...(await original<object>()),
  useNumbers: (queries: readonly RawQuery[]) => ({ state: 'ready', answers: queries.map((query) => answer(query)) }),
}));

/** Patterns that detect each claim in each language. */
const claims = {
  en: {
    states: {
      none: /No air sensor/,
      good: /good everywhere/,
      measured: /whenever it was measured/,
      fair: /no more than fair/,
      poor: /air (was|has been) poor/,
    },
    closed: /No opening hours/,
    opening: /in opening hours/,
    more: /% more/,
    less: /% less/,
    byNow: /by this time|up to the same hour/,
    gap: /silent/,
    allSilent: /have been silent since/,
    unheard: /Nothing was heard from/,
    since: /since/,
  },
  de: {
    states: {
      none: /kein Luftsensor/,
      good: /überall gut/,
      measured: /wann immer gemessen/,
      fair: /nur mässig/,
      poor: /zeitweise schlecht/,
    },
    closed: /keine Öffnungszeiten/,
    opening: /während der Öffnungszeiten/i,
    more: /% mehr/,
    less: /% weniger/,
    byNow: /um diese Zeit|bis zur selben Uhrzeit/,
    gap: /schwiegen|schweigen/,
    allSilent: /schweigen seit/,
    unheard: /kam keine Messung/,
    since: /seit/,
  },
  fr: {
    states: {
      none: /Aucun capteur d’air/,
      good: /bon partout/,
      measured: /chaque fois qu’il a été mesuré/,
      fair: /que moyen/,
      poor: /mauvais/,
    },
    closed: /Aucune heure d’ouverture/,
    opening: /pendant l’ouverture/,
    more: /% de plus/,
    less: /% de moins/,
    byNow: /à la même heure/,
    gap: /muets/,
    allSilent: /sont muets depuis/,
    unheard: /Aucune mesure reçue/,
    since: /depuis/,
  },
  ar: {
    states: { none: /أي حساس هواء/, good: /في كل مكان/, measured: /كلما قيس/, fair: /متوسطًا/, poor: /سيئًا/ },
    closed: /لا ساعات عمل/,
    opening: /خلال ساعات العمل/,
    more: /أكثر بنسبة/,
    less: /أقل بنسبة/,
    byNow: /في مثل هذا الوقت|حتى الساعة نفسها/,
    gap: /صمتت|صامتة/,
    allSilent: /صامتة منذ/,
    unheard: /لم تصل أي قراءة/,
    since: /منذ/,
  },
  it: {
    states: {
      none: /Nessun sensore dell’aria/,
      good: /buona ovunque/,
      measured: /ogni volta che è stata misurata/,
      fair: /solo discreta/,
      poor: /scarsa/,
    },
    closed: /Nessun orario di apertura/,
    opening: /durante l’apertura/,
    more: /% in più/,
    less: /% in meno/,
    byNow: /alla stessa ora/,
    gap: /muti/,
    allSilent: /sono muti da/,
    unheard: /Nessuna lettura ricevuta/,
    since: /dalle (?!.* alle )|muti da/,
  },
  es: {
    states: {
      none: /Ningún sensor de aire/,
      good: /bueno en todas partes/,
      measured: /bueno (hasta ahora )?siempre que se/,
      fair: /solo regular/,
      poor: /malo/,
    },
    closed: /Sin horas de apertura/,
    opening: /en horario de apertura/,
    more: /% más/,
    less: /% menos/,
    byNow: /a esta hora|hasta la misma hora/,
    gap: /callaron|callan/,
    allSilent: /callan desde/,
    unheard: /No se recibió ninguna lectura/,
    since: /desde/,
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

/** Renders the headline from the page's own queries. */
function Page({ filters, now }: { readonly filters: ResolvedFilters; readonly now: number }) {
  const air = useAir({ site, filters, now, change: () => undefined, reset: () => undefined }, bandOf);
  if (air === null) return null;
  const model = buildModel(filters, now, answer);
  return <AirHeadline {...{ model, air, site, filters, now, partName, explains: null }} />;
}

async function headlineOf(world: SensorWorld): Promise<string> {
  answer = createFakeServer(world, sensors) as unknown as typeof answer;
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Page filters={buildFilters(world)} now={getNow(world)} />
      </I18nProvider>,
    ),
  );
  return (place.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2066-\u2069\u200e\u200f]/g, '');
}

/** Computes the expected figures from the readings in the judged time: opening hours, unless hours were chosen. */
function truthOf(world: SensorWorld) {
  const isJudged = (at: number) => world.hours !== 'all' || isOpen(at);
  const asked = requestedHalves(world).filter(isJudged);
  const over = finishedHalves(world).filter(isJudged);
  const told = over.flatMap((at) =>
    sensors.flatMap(({ zone }, index) => {
      const value = getReading(world, sensors, index, at);
      return value === null ? [] : [{ index, zone, at, value }];
    }),
  );
  const mean = (values: readonly number[]) => values.reduce((all, value) => all + value, 0) / values.length;
  const usual = weeksBack(world).map((back) =>
    mean(told.map(({ index, at }) => getReading(world, sensors, index, at - back) ?? Number.NaN)),
  );
  const highest = Math.max(...told.map(({ value }) => value));
  const ratio = told.length / (over.length * sensors.length);
  return {
    isAsked: asked.some((at) => at < getNow(world)),
    isOverall: asked.every((at) => at + half <= getNow(world)),
    isTold: told.length > 0,
    state:
      told.length === 0 ? 'none' : highest >= 1000 ? 'poor' : highest >= 800 ? 'fair' : ratio < 1 ? 'measured' : 'good',
    highest,
    spots: told.filter(({ value }) => value === highest),
    bad: new Set(told.filter(({ value }) => value >= 800).map(({ zone }) => zone)).size,
    heard: new Set(told.map(({ zone }) => zone)).size,
    /** If no sensor of a zone has a reading, every one is named. */
    unheard:
      told.length === 0
        ? []
        : sensors.filter(({ zone }) => !told.some((one) => one.zone === zone)).map(({ name }) => name),
    mean: mean(told.map(({ value }) => value)),
    // The change between the figures as they are shown, in whole ppm.
    percent: (Math.round(mean(told.map(({ value }) => value))) / Math.round(mean(usual)) - 1) * 100,
    isComparable: told.length * 2 >= over.length * sensors.length,
    ratio,
  } as const;
}

/** Whether a text contains a percentage, to one decimal. */
function tells(text: string, percent: number): boolean {
  const all = text.match(/\d[\d.,’' ]*(?= ?[%٪])/g) ?? [];
  return all.some((one) => Math.abs(Number(one.replace(/\D/g, '')) / 10 - Math.abs(percent)) < 0.0501);
}

describe.each(Object.keys(languages).filter(isLanguage))('what is said of the air in %s', (language) => {
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
        const text = await headlineOf(world);
        const truth = truthOf(world);
        const where = `${JSON.stringify(world)} ${JSON.stringify(truth)}: ${text}`;
        expect(says.closed.test(text), where).toBe(!truth.isAsked);
        if (!truth.isAsked) return;
        for (const [state, words] of Object.entries(says.states))
          expect(words.test(text), `${state} ${where}`).toBe(state === truth.state);
        expect(says.byNow.test(text), where).toBe(false);
        if (!truth.isTold) {
          expect(/\d/.test(text), where).toBe(false);
          return;
        }
        // If the air was not good: where and how far, at one of the worst readings.
        const isBad = truth.state === 'fair' || truth.state === 'poor';
        if (isBad) {
          expect(text, where).toContain(`${write(truth.highest)} ppm`);
          expect(
            truth.spots.some(({ zone }) => text.includes(rooms[zone] ?? '')),
            where,
          ).toBe(true);
          const wall = new Date((truth.spots[0]?.at ?? 0) + 3_600_000).toISOString().slice(11, 16);
          const [from = '', to = '24:00'] = text.match(/\d\d:\d\d/g) ?? [];
          expect(from <= wall && (says.since.test(text) || wall < to || to === '00:00'), where).toBe(true);
          if (says.since.test(text)) expect(truth.isOverall, where).toBe(false);
          const places = `${truth.bad} of ${truth.heard} zones`;
          if (language === 'en') expect(text.includes(places), where).toBe(truth.heard > 1);
        }
        // The mean over the judged time, and its change over the same half-hours.
        expect(text, where).toContain(`${write(truth.mean)} ppm`);
        const isNews = truth.isComparable && Math.abs(truth.percent) >= 3;
        expect(says.more.test(text), where).toBe(isNews && truth.percent > 0);
        expect(says.less.test(text), where).toBe(isNews && truth.percent < 0);
        if (isNews) expect(tells(text, truth.percent), where).toBe(true);
        // Names the sensors without readings and the coverage.
        expect(says.unheard.test(text), where).toBe(truth.unheard.length > 0);
        for (const name of truth.unheard) expect(text, where).toContain(name);
        expect(says.gap.test(text), where).toBe(truth.ratio < 0.995);
        if (truth.ratio < 0.995) expect(tells(text, truth.ratio * 100), where).toBe(true);
        const since = truth.isOverall ? null : silentSince(world, sensors, [0, 1, 2]);
        expect(says.allSilent.test(text), where).toBe(truth.ratio < 0.995 && since !== null);
        if (truth.ratio < 0.995 && since !== null)
          expect(text, where).toContain(new Date(since + 3_600_000).toISOString().slice(11, 16));
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});
