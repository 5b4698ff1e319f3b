import {
  computeTrackRange,
  getComparisonMode,
  getReachZero,
  getWidgetSettings,
  type Reach,
  toReachShare,
} from '@atrium/domain/pages/widgets';
import { useLayoutEffect, useMemo } from 'react';
import { useText } from '../../../i18n/index.ts';
import { formatCompareLegend } from '../../filters/filter-texts.ts';
import { getValueColor, positionThresholds } from '../../words/limits.ts';
import { getColumnColors, type Item, listItems } from '../pictures/items.ts';
import { Swatches } from '../pictures/swatches.tsx';
import type { WidgetViewProps } from '../pictures/view.ts';
import { HorizontalBars, type HorizontalRow, TickWord } from './horizontal-bars.tsx';

/** Horizontal bars: one row per group, one bar per metric and further group. */
export function View({ widget, numbers, context, height, setLine, act, explains }: WidgetViewProps) {
  const { t, locale, dateFormat } = useText();
  const settings = getWidgetSettings(widget);
  const items = useMemo(
    () => listItems(widget, numbers, { t, locale, dateFormat }),
    [widget, numbers, t, locale, dateFormat],
  );
  const colors = useMemo(() => getColumnColors(widget, items), [widget, items]);
  const isOneColumn = colors.size === 1;
  const colorOf = (item: Item) =>
    (isOneColumn ? (getValueColor(item.value, item.series.metric.id, settings) ?? item.ownColor) : null) ??
    colors.get(item.column) ??
    'var(--data)';
  const isStacked = settings.stacked || settings.isPercentage;
  const rows = [...Map.groupBy(items, ({ row }) => row)].map(([name, bars]): HorizontalRow => {
    const reach = settings.isPercentage ? wholeOf(bars) : longest(bars[0] as Item);
    const zero = getReachZero(reach);
    const [only, ...more] = bars;
    return {
      key: name,
      name,
      bars: bars.map((bar) => ({
        key: bar.key,
        name: bar.column,
        color: colorOf(bar),
        share: bar.value === null ? null : toReachShare(bar.value, reach),
        text: bar.text,
        onExplain: explains && bar.value !== null ? () => explains.open(bar.key) : null,
      })),
      zero,
      tick: only && more.length === 0 && only.usual !== null ? zero + toReachShare(only.usual, reach) : null,
      limits: positionThresholds(settings, reach),
      onPick: only?.zoneId != null && act?.chooseZone ? () => act.chooseZone?.(only.zoneId as number) : null,
    };
  });
  const showsLegend = settings.showLegend && !isOneColumn;
  const hasTick = rows.some(({ tick }) => tick !== null);
  const mode = widget.metrics?.[0] === undefined ? null : getComparisonMode(widget, widget.metrics[0], context);
  const usualName = hasTick && mode !== null ? formatCompareLegend(mode, context.filters.ranges, { t, locale }) : null;
  useLayoutEffect(() => {
    if (!showsLegend && usualName === null) return;
    setLine(
      <>
        {showsLegend && <Swatches entries={[...colors].map(([name, color]) => ({ name, color }))} />}
        {usualName !== null && <TickWord>{usualName}</TickWord>}
      </>,
    );
    return () => setLine(null);
  }, [showsLegend, usualName, colors, setLine]);
  return <HorizontalBars rows={rows} height={height} isStacked={isStacked} />;

  /**
   * Returns the ends of a row's track for percentages: the sum of its absolute values is 100 %. If any row has negative
   * values, both sides get equal space.
   */
  function wholeOf(bars: readonly Item[]): Reach {
    const whole = bars.reduce((sum, { value }) => sum + Math.abs(value ?? 0), 0) || 1;
    return { low: items.some(({ value }) => (value ?? 0) < 0) ? -whole : 0, high: whole };
  }

  /**
   * Returns the ends of a bar's track: 100 for percentages, the tallest stack, or else the longest bar or usual value.
   */
  function longest({ series }: Item): Reach {
    const siblings = items.filter((item) => settings.avoidMergingYAxis === false || item.series.index === series.index);
    if (isStacked) {
      const rows = [...Map.groupBy(siblings, ({ row }) => row).values()];
      const tallest = (sign: 1 | -1) =>
        rows.map((row) => row.reduce((sum, { value }) => sum + Math.max(0, sign * (value ?? 0)), 0));
      return { low: -Math.max(0, ...tallest(-1)), high: Math.max(1e-9, ...tallest(1)) };
    }
    const values = siblings.flatMap(({ value, usual }) => [value ?? 0, usual ?? 0]);
    if (series.metric.unit === '%') return computeTrackRange(series.metric, values);
    return { low: Math.min(0, ...values), high: Math.max(1e-9, ...values) };
  }
}
