import { formatPercent } from '@atrium/domain/core/format';
import type { Widget } from '@atrium/domain/dashboards/definitions';
import { settingsOf, type WidgetNumbers, type WidgetSeries } from '@atrium/domain/dashboards/widgets';
import { ownColors, paletteColor, seriesColors } from '../../words/colors.ts';
import {
  groupWord,
  metricWord,
  type Reader,
  seriesName,
  valueText,
  type Wording,
  wordingOf,
} from '../../words/metric-words.ts';

/** One number of a widget with all it takes to draw it. */
export interface Item {
  readonly key: string;
  readonly series: WidgetSeries;
  /** What tells it from the others. */
  readonly name: string;
  /** Its outermost group, or its metric where it has none. */
  readonly row: string;
  /** What it is besides its row. */
  readonly column: string;
  readonly color: string;
  /** What the definition says of it; null where it leaves it to the theme. */
  readonly ownColor: string | null;
  readonly value: number | null;
  readonly usual: number | null;
  readonly text: string;
  readonly wording: Wording;
  readonly zoneId: number | null;
}

/** The numbers without time, in their order. */
export function itemsOf(widget: Widget, { series }: Pick<WidgetNumbers, 'series'>, reader: Reader): readonly Item[] {
  const colors = seriesColors(widget, series);
  const own = ownColors(widget, series);
  const { rowFormatter } = settingsOf(widget);
  return series.map((each, index): Item => {
    const { metric, point, groups } = each;
    const plain = wordingOf(widget, each.index, metric);
    const wording = rowFormatter === null ? plain : { ...plain, formatter: rowFormatter };
    const value = point.state === 'known' ? point.value : null;
    const metricName = metricWord(widget, each.index, metric, reader.t);
    const words = groups.map((group) => groupWord(group, reader));
    return {
      key: each.key,
      series: each,
      name: seriesName(widget, each, series, reader),
      row: words[0] ?? metricName,
      column: words.length > 0 ? [metricName, ...words.slice(1)].join(' · ') : '',
      color: colors[index] ?? 'var(--data)',
      ownColor: own[index] ?? null,
      value,
      usual: each.usual,
      text: valueText(value, metric, wording, reader),
      wording,
      zoneId: groups.find(({ zoneId }) => zoneId !== null)?.zoneId ?? null,
    };
  });
}

/**
 * The colours of what stands beside each other in every row, in the order of their names: the definition's own where it
 * has one for all of them, else that of their metric, else the theme's next.
 */
export function columnColors(widget: Widget, items: readonly Item[]): ReadonlyMap<string, string> {
  const { colors } = settingsOf(widget);
  const columns = [...Map.groupBy(items, ({ column }) => column)];
  const ofOneMetric = new Set(items.map(({ series }) => series.index)).size === 1;
  return new Map(
    columns.map(([column, own], index) => {
      const [named, ...others] = new Set(own.map(({ ownColor }) => ownColor));
      const ofMetric = columns.length === 1 || !ofOneMetric ? colors[own[0]?.series.metric.id ?? ''] : undefined;
      const common = others.length === 0 ? named : null;
      return [column, common ?? ofMetric ?? (columns.length === 1 ? 'var(--data)' : paletteColor(index))] as const;
    }),
  );
}

/** `31 %` of the whole; a dash where there is none. */
export function shareOf(value: number | null, whole: number, { locale }: Reader): string {
  const share = value === null || whole === 0 ? null : (value / whole) * 100;
  const isTrace = share !== null && share > 0 && share < 0.5;
  return `${isTrace ? '<' : ''}${formatPercent(isTrace ? 1 : share, { locale, decimals: 0 })}`;
}
