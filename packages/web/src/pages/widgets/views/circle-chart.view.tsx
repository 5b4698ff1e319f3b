import { computeMaximum, getWidgetSettings } from '@atrium/domain/pages/widgets';
import { Dials } from '../../../charts/kinds/dial.tsx';
import { useText } from '../../../i18n/index.ts';
import { getValueColor, positionThresholds } from '../../words/limits.ts';
import { formatValueParts } from '../../words/metric-texts.ts';
import { listItems } from '../pictures/items.ts';
import type { WidgetViewProps } from '../pictures/view.ts';

/** Draws each number as a share of its maximum, as a full or half ring. */
export function View({ widget, numbers, height, explains }: WidgetViewProps) {
  const reader = useText();
  const settings = getWidgetSettings(widget);
  const items = listItems(widget, numbers, reader);
  const dials = items.map(({ name, value, color, series, wording }) => {
    const siblings = items.filter((item) => item.series.index === series.index).flatMap((item) => item.value ?? []);
    const max = computeMaximum(series.metric, siblings);
    const { text, unit } = formatValueParts(value, series.metric, wording, reader);
    return {
      name,
      share: value === null ? null : value / max,
      color: getValueColor(value, series.metric.id, settings) ?? color,
      text,
      unit,
      isHalf: settings.halfCircle,
      limits: positionThresholds(settings, { low: 0, high: max }),
      onExplain: explains && (() => explains.open(series.key)),
    };
  });
  return <Dials dials={dials} height={height} />;
}
