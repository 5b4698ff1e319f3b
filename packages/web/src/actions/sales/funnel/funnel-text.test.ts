import { beforeAll, describe, expect, it } from 'vitest';
import {
  i18n,
  languages,
  loadMessages,
  loadMetricsMessages,
  setLanguage,
  type Translate,
} from '../../../i18n/index.ts';
import { describeKnownDays, findChange } from './funnel-text.ts';
import type { FunnelFragment } from './operations.generated.ts';

beforeAll(() => loadMessages('sales'));

const t = i18n._.bind(i18n) as Translate;
const funnel = (all: number, before: number, evolution: number, now = 0): FunnelFragment => ({
  pedestrian: 0,
  captureRate: null,
  affluenceIn: now,
  conversionRate: null,
  numberOfOrders: null,
  numberOfGoodsSold: null,
  turnover: null,
  avgBasketPrice: null,
  avgBasketSize: null,
  salesIndex: null,
  currency: 'CHF',
  soldDays: { known: all, all },
  changes: [{ figure: 'affluenceIn', before, evolution }],
});

describe('a funnel of days on which no shop was open', () => {
  it('has not changed since a year before', () => {
    expect(findChange(funnel(0, 5300, -100), 'affluenceIn')).toBeNull();
    expect(findChange(funnel(1, 5300, -100), 'affluenceIn')).toMatchObject({ change: -5300, people: true });
  });

  it.each(Object.keys(languages))('does not claim in %s to know what was sold', async (language) => {
    await setLanguage(language as keyof typeof languages);
    const word = (all: number, isDemonstration: boolean) =>
      describeKnownDays({ known: all, all }, isDemonstration, { t, locale: language });
    expect(word(0, false)).toBe(t('funnel.noOpenDays'));
    expect(word(0, false)).not.toMatch(/\p{Nd}/u);
    expect(word(3, false)).toMatch(/[3٣].*[3٣]/u);
    expect(word(0, true)).toBeNull();
  });
});

it('small numbers of people are exact', () => {
  expect(findChange(funnel(1, 12, -50, 6), 'affluenceIn')).toMatchObject({ change: -6, people: true });
});

it.each(Object.keys(languages))('figures go in %s by the names of their metrics', async (language) => {
  await loadMetricsMessages();
  await setLanguage(language as keyof typeof languages);
  for (const name of ['captureRate', 'conversionRate', 'affluenceIn', 'turnover', 'numberOfOrders'] as const)
    expect(t(`funnel.${name}`)).toBe(t(`metric.${name}`));
});
