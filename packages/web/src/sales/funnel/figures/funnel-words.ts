import { type Delta, deltaOf, formatNumber } from '@atrium/domain/core/format';
import type { Text } from '../../../i18n/index.ts';
import type { FunnelFragment } from '../operations.generated.ts';
import { besideOf, type Figure } from './worth.ts';

/** How a figure is written: money with two decimals, rates with one. */
const decimalsOf: Readonly<Record<Figure, number>> = {
  pedestrian: 0,
  affluenceIn: 0,
  numberOfOrders: 0,
  numberOfGoodsSold: 0,
  captureRate: 1,
  conversionRate: 1,
  turnover: 2,
  avgBasketPrice: 2,
  avgBasketSize: 1,
  salesIndex: 2,
};

const rates: ReadonlySet<Figure> = new Set(['captureRate', 'conversionRate']);

const isRate = (figure: Figure): boolean => rates.has(figure);

export function figureText(value: number | null | undefined, figure: Figure, locale: string): string {
  const text = formatNumber(value ?? null, { locale, decimals: decimalsOf[figure] });
  return isRate(figure) && value != null ? `${text}\u202f%` : text;
}

/** Money with its currency; without one, the number alone. */
export function moneyText(
  value: number | null | undefined,
  currency: string | null | undefined,
  locale: string,
): string {
  const text = formatNumber(value ?? null, { locale, decimals: 2 });
  return currency == null || value == null ? text : `${currency}\u00a0${text}`;
}

/** Of how many open days it is known what was sold. */
export function knownWord(
  { known, all }: FunnelFragment['soldDays'],
  isDemonstration: boolean,
  { t, locale }: Pick<Text, 't' | 'locale'>,
): string | null {
  const count = (value: number) => formatNumber(value, { locale, decimals: 0 });
  if (all > 0) return t('funnel.known', { known: count(known), all: count(all) });
  // Of a demonstration, days that are not over have no figures yet.
  return isDemonstration ? null : t('funnel.noOpenDays');
}

/** The change since a year before, of rates in points. While no shop was open, nothing has changed yet. */
export function changeOf(funnel: FunnelFragment, figure: Figure): Delta | null {
  if (funnel.soldDays.all === 0) return null;
  const beside = besideOf(funnel, figure);
  if (beside === null) return null;
  return deltaOf(beside.now, beside.before, {
    points: isRate(figure),
    goodSide: figure === 'pedestrian' ? 'none' : 'up',
    decimals: 1,
    people: figure === 'pedestrian' || figure === 'affluenceIn',
  });
}
