import { type Delta, formatNumber } from '@atrium/domain/core/format';
import { compareFigure } from '@atrium/domain/numbers';
import type { Text } from '../../../i18n/index.ts';
import type { FunnelFragment } from './operations.generated.ts';
import { type Figure, findComparedFigure } from './worth.ts';

/** Decimals of a figure: two for money, one for rates. */
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

const countedIn: Partial<Record<Figure, string>> = { pedestrian: 'visitors', affluenceIn: 'visitors' };

const metricOf = (figure: Figure) => ({
  kind: isRate(figure)
    ? ('ratio' as const)
    : figure in countedIn || decimalsOf[figure] === 0
      ? ('count' as const)
      : ('money' as const),
  unit: isRate(figure) ? '%' : (countedIn[figure] ?? ''),
  decimals: decimalsOf[figure],
  better: figure === 'pedestrian' ? ('none' as const) : ('up' as const),
});

const rates: ReadonlySet<Figure> = new Set(['captureRate', 'conversionRate']);

const isRate = (figure: Figure): boolean => rates.has(figure);

export function formatFigure(value: number | null | undefined, figure: Figure, locale: string): string {
  const text = formatNumber(value ?? null, { locale, decimals: decimalsOf[figure] });
  return isRate(figure) && value != null ? `${text}\u202f%` : text;
}

/** Formats money with its currency, or the number alone without one. */
export function formatMoney(
  value: number | null | undefined,
  currency: string | null | undefined,
  locale: string,
): string {
  const text = formatNumber(value ?? null, { locale, decimals: 2 });
  return currency == null || value == null ? text : `${currency}\u00a0${text}`;
}

/** Describes for how many open days the sales are known. */
export function describeKnownDays(
  { known, all }: FunnelFragment['soldDays'],
  isDemonstration: boolean,
  { t, locale }: Pick<Text, 't' | 'locale'>,
): string | null {
  const count = (value: number) => formatNumber(value, { locale, decimals: 0 });
  if (all > 0) return t('funnel.known', { known: count(known), all: count(all) });
  // Days of a demonstration have no figures until they are over.
  return isDemonstration ? null : t('funnel.noOpenDays');
}

/** Returns the change from a year before, in points for rates. No change while no shop was open. */
export function findChange(funnel: FunnelFragment, figure: Figure): Delta | null {
  if (funnel.soldDays.all === 0) return null;
  const beside = findComparedFigure(funnel, figure);
  if (beside === null) return null;
  return compareFigure({ metric: metricOf(figure), value: beside.now, usual: beside.before }).change;
}
