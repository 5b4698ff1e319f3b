import type { LocalDate } from '@atrium/domain/core';
import { findMetric } from '@atrium/domain/measurements';
import type { Site } from '../../sites/index.ts';

/** The figures of a funnel, by the metrics they are. What passes by is counted at the passages for it alone. */
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
  /** null: not known, or the shops sell in several currencies. */
  readonly values: Readonly<Record<FunnelFigure, number | null>>;
  /** ISO 4217; null: none is declared, or several are. */
  readonly currency: string | null;
  /** Open days of shops of which it is known what was sold, of those the dates are about up to today. */
  readonly soldDays: { readonly known: number; readonly all: number };
  /** Empty unless asked for. */
  readonly changes: readonly FunnelChange[];
  /** Invented, for showing what a funnel tells. */
  readonly isDemonstration: boolean;
  /** The one day that demonstration figures are of; null: of several, or what was counted and sold. */
  readonly date: LocalDate | null;
}

/** A figure beside the same days a year before. */
export interface FunnelChange {
  readonly figure: FunnelFigure;
  /** Over what is known in both years; null: too little is, or nothing. */
  readonly before: number | null;
  /** Over the same, in %. */
  readonly evolution: number | null;
}

/** The figures that can be asked of shops: no money of several currencies. */
export function figuresAskedOf(shops: readonly Site[]): readonly FunnelFigure[] {
  const isMixed = currenciesOf(shops).length > 1;
  return figures.filter((figure) => !(isMixed && findMetric(funnelMetrics[figure])?.unit.startsWith('currency')));
}

const currenciesOf = (shops: readonly Site[]) => [...new Set(shops.map(({ topology }) => topology.currency))];

/** The one currency of shops; null: none is declared, or several are. */
export function currencyOf(shops: readonly Site[]): string | null {
  const [currency, ...others] = currenciesOf(shops);
  return others.length > 0 ? null : (currency ?? null);
}
