import { formatPercent } from '@atrium/domain/core/format';
import type { UsualRange } from '@atrium/domain/numbers';
import type { Widget } from '@atrium/domain/pages/definitions';
import { getWidgetSettings, type WidgetNumbers, type WidgetSeries } from '@atrium/domain/pages/widgets';
import { getOwnColors, getPaletteColor, getSeriesColors } from '../../words/colors.ts';
import {
  formatGroup,
  formatMetricName,
  formatMetricValue,
  formatSeriesName,
  getWording,
  type Reader,
  type ValueFormat,
} from '../../words/metric-texts.ts';

/** Number of series a chart shows at first. A click adds the rest. */
export const initialSeriesCount = 8;

/** One number of a widget with everything needed to draw it. */
export interface Item {
  readonly key: string;
  readonly series: WidgetSeries;
  /** Name that distinguishes it from the others. */
  readonly name: string;
  /** Its outermost group, or its metric if it has none. */
  readonly row: string;
  /** Name that distinguishes it within its row. */
  readonly column: string;
  readonly color: string;
  /** The definition's color; null for the theme's. */
  readonly ownColor: string | null;
  readonly value: number | null;
  readonly usual: number | null;
  /** The range of the usual; null without one. */
  readonly range: UsualRange | null;
  readonly text: string;
  readonly wording: ValueFormat;
  readonly zoneId: number | null;
}

/** Returns the numbers without a time axis, in order. */
export function listItems(widget: Widget, { series }: Pick<WidgetNumbers, 'series'>, reader: Reader): readonly Item[] {
  const colors = getSeriesColors(widget, series);
  const own = getOwnColors(widget, series);
  const { rowFormatter } = getWidgetSettings(widget);
  return series.map((each, index): Item => {
    const { metric, point, groups } = each;
    const plain = getWording(widget, each.index, metric);
    const wording = rowFormatter === null ? plain : { ...plain, formatter: rowFormatter };
    const value = point.state === 'known' ? point.value : null;
    const metricName = formatMetricName(widget, each.index, metric, reader.t);
    const words = groups.map((group) => formatGroup(group, reader));
    return {
      key: each.key,
      series: each,
      name: formatSeriesName(widget, each, series, reader),
      row: words[0] ?? metricName,
      column: words.length > 0 ? [metricName, ...words.slice(1)].join(' · ') : '',
      color: colors[index] ?? 'var(--data)',
      ownColor: own[index] ?? null,
      value,
      usual: each.usual,
      range: each.range,
      text: formatMetricValue(value, metric, wording, reader),
      wording,
      zoneId: groups.find(({ zoneId }) => zoneId !== null)?.zoneId ?? null,
    };
  });
}

/**
 * Returns the color of each column, by name. The definition's color has priority if it covers the whole column, then
 * the metric's, then the theme's next.
 */
export function getColumnColors(widget: Widget, items: readonly Item[]): ReadonlyMap<string, string> {
  const { colors } = getWidgetSettings(widget);
  const columns = [...Map.groupBy(items, ({ column }) => column)];
  const ofOneMetric = new Set(items.map(({ series }) => series.index)).size === 1;
  return new Map(
    columns.map(([column, own], index) => {
      const [named, ...others] = new Set(own.map(({ ownColor }) => ownColor));
      const ofMetric = columns.length === 1 || !ofOneMetric ? colors[own[0]?.series.metric.id ?? ''] : undefined;
      const common = others.length === 0 ? named : null;
      return [column, common ?? ofMetric ?? (columns.length === 1 ? 'var(--data)' : getPaletteColor(index))] as const;
    }),
  );
}

/** Formats `31 %` of the whole; a dash without a share. */
export function formatItemShare(value: number | null, whole: number, { locale }: Reader): string {
  const share = value === null || whole === 0 ? null : (value / whole) * 100;
  const isTrace = share !== null && share > 0 && share < 0.5;
  return `${isTrace ? '<' : ''}${formatPercent(isTrace ? 1 : share, { locale, decimals: 0 })}`;
}
