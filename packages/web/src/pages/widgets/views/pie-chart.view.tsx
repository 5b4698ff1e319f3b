import { getWidgetSettings } from '@atrium/domain/pages/widgets';
import { Pie } from '../../../charts/kinds/pie.tsx';
import { useText } from '../../../i18n/index.ts';
import { formatMetricValue, formatValueParts } from '../../words/metric-texts.ts';
import { formatItemShare, listItems } from '../pictures/items.ts';
import type { WidgetViewProps } from '../pictures/view.ts';

/** Draws shares of a whole. */
export function View({ widget, numbers, height, act, explains }: WidgetViewProps) {
  const reader = useText();
  const items = listItems(widget, numbers, reader);
  const whole = items.reduce((sum, { value }) => sum + Math.max(0, value ?? 0), 0);
  const first = items[0];
  // The total shows the common unit of its parts.
  const isOneUnit = first !== undefined && items.every(({ series }) => series.metric.unit === first.series.metric.unit);
  const total = first
    ? formatMetricValue(whole, first.series.metric, { ...first.wording, hideUnit: true }, reader)
    : '';
  return (
    <Pie
      height={height}
      total={total}
      under={
        first && !first.wording.hideUnit ? formatValueParts(whole, first.series.metric, first.wording, reader).unit : ''
      }
      summary={items.map(({ name, text }) => `${name} ${text}`).join(', ')}
      showLegend={getWidgetSettings(widget).showLegend}
      isOfShares={getWidgetSettings(widget).isPercentage}
      parts={items.map(({ key, name, color, value, text, zoneId, series, wording }) => ({
        key,
        name,
        color,
        value,
        text: isOneUnit ? formatMetricValue(value, series.metric, { ...wording, hideUnit: true }, reader) : text,
        share: formatItemShare(value, whole, reader),
        onPick: zoneId !== null && act?.chooseZone ? () => act.chooseZone?.(zoneId) : null,
        onExplain: explains && (() => explains.open(key)),
      }))}
    />
  );
}
