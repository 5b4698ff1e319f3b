import { comparisonOf, maximumOf, settingsOf } from '@atrium/domain/dashboards/widgets';
import { useLayoutEffect, useMemo } from 'react';
import { useText } from '../../../i18n/index.ts';
import { compareLegend } from '../../filters/choice/filter-words.ts';
import { limitsOf, toneOf } from '../../words/limits.ts';
import { HorizontalBars, type HorizontalRow, TickWord } from '../bars/horizontal-bars.tsx';
import { columnColors, type Item, itemsOf } from '../pictures/items.ts';
import { Swatches } from '../pictures/swatches.tsx';
import type { WidgetViewProps } from '../pictures/view.ts';

/** Lying bars: a row per group, in it a bar per metric and further group. */
export function View({ widget, numbers, context, height, setLine, act, explains }: WidgetViewProps) {
  const { t, locale, dateFormat } = useText();
  const settings = settingsOf(widget);
  const items = useMemo(
    () => itemsOf(widget, numbers, { t, locale, dateFormat }),
    [widget, numbers, t, locale, dateFormat],
  );
  const colors = useMemo(() => columnColors(widget, items), [widget, items]);
  const isOneColumn = colors.size === 1;
  const colorOf = (item: Item) =>
    (isOneColumn ? (toneOf(item.value, item.series.metric.id, settings) ?? item.ownColor) : null) ??
    colors.get(item.column) ??
    'var(--data)';
  const isStacked = settings.stacked || settings.isPercentage;
  const rows = [...Map.groupBy(items, ({ row }) => row)].map(([name, bars]): HorizontalRow => {
    const known = bars.flatMap(({ value }) => value ?? []);
    const whole = known.reduce((sum, value) => sum + Math.max(0, value), 0);
    const max = settings.isPercentage ? whole || 1 : longest(bars[0] as Item);
    const [only, ...more] = bars;
    return {
      key: name,
      name,
      bars: bars.map((bar) => ({
        key: bar.key,
        name: bar.column,
        color: colorOf(bar),
        share: bar.value === null ? null : bar.value / max,
        text: bar.text,
        onExplain: explains && bar.value !== null ? () => explains.open(bar.key) : null,
      })),
      tick: only && more.length === 0 && only.usual !== null ? only.usual / max : null,
      limits: limitsOf(settings, max),
      onPick: only?.zoneId != null && act?.chooseZone ? () => act.chooseZone?.(only.zoneId as number) : null,
    };
  });
  const showsLegend = settings.showLegend && !isOneColumn;
  const hasTick = rows.some(({ tick }) => tick !== null);
  const mode = widget.metrics?.[0] === undefined ? null : comparisonOf(widget, widget.metrics[0], context);
  const usualName = hasTick && mode !== null ? compareLegend(mode, context.filters.ranges, { t, locale }) : null;
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

  /** What the whole width stands for: of shares 100, of stacks the tallest, else the longest bar or what is usual. */
  function longest({ series }: Item): number {
    const siblings = items.filter((item) => settings.avoidMergingYAxis === false || item.series.index === series.index);
    if (isStacked)
      return Math.max(
        1e-9,
        ...[...Map.groupBy(siblings, ({ row }) => row).values()].map((row) =>
          row.reduce((sum, { value }) => sum + Math.max(0, value ?? 0), 0),
        ),
      );
    if (series.metric.unit === '%')
      return maximumOf(
        series.metric,
        siblings.flatMap(({ value }) => value ?? []),
      );
    return Math.max(1e-9, ...siblings.flatMap(({ value, usual }) => [value ?? 0, usual ?? 0]));
  }
}
