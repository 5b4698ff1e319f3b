import type { LocalDate } from '@atrium/domain/core';
import { findMetric } from '@atrium/domain/numbers';
import type { Site } from '../../sites/index.ts';

/** Metric of each figure. Passers-by are counted at the passages for them only. */
export const funnelMetrics = {
  pedestrian: 'footfall',
  captureRate: 'footfallCaptureRate',
  affluenceIn: 'affluenceIn',
  conversionRate: 'conversionRate',
  numberOfOrders: 'numberOfOrders',
  numberOfGoodsSold: 'numberOfGoodsSold',
  turnover: 'turnover',
  avgBasketPrice: 'avgBasketPrice',
  avgBasketSize: 'avgBasketSize',
  salesIndex: 'salesIndex',
} as const;

export type FunnelFigure = keyof typeof funnelMetrics;

export const figures = Object.keys(funnelMetrics) as FunnelFigure[];

export interface FunnelFigures {
  /** Null: unknown, or the shops have several currencies. */
  readonly values: Readonly<Record<FunnelFigure, number | null>>;
  /** ISO 4217. Null: none is configured, or several. */
  readonly currency: string | null;
  /** Open days of the shops up to today, and how many of them have sales data. */
  readonly soldDays: { readonly known: number; readonly all: number };
  /** Empty unless requested. */
  readonly changes: readonly FunnelChange[];
  /** Whether the figures are invented, to demonstrate the funnel. */
  readonly isDemonstration: boolean;
  /** Day of the demonstration figures. Null: several days, or real figures. */
  readonly date: LocalDate | null;
}

/** A figure compared with the same days of the previous year. */
export interface FunnelChange {
  readonly figure: FunnelFigure;
  /** The whole figure then, derived from the part known in both years. Null: too little, or none. */
  readonly before: number | null;
  /** From that to the figure, in %. */
  readonly evolution: number | null;
}

/** Returns the figures available for shops. Shops with several currencies have no amounts of money. */
export function listFigures(shops: readonly Site[]): readonly FunnelFigure[] {
  const isMixed = currenciesOf(shops).length > 1;
  return figures.filter((figure) => !(isMixed && findMetric(funnelMetrics[figure])?.unit.startsWith('currency')));
}

const currenciesOf = (shops: readonly Site[]) => [...new Set(shops.map(({ topology }) => topology.currency))];

/** Returns the single currency of the shops. Null: none is configured, or several. */
export function findCurrency(shops: readonly Site[]): string | null {
  const [currency, ...others] = currenciesOf(shops);
  return others.length > 0 ? null : (currency ?? null);
}
