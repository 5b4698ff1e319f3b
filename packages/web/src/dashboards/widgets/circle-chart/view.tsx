import { maximumOf, settingsOf } from '@atrium/domain/dashboards/widgets';
import { Dials } from '../../../charts/round/index.ts';
import { useText } from '../../../i18n/index.ts';
import { limitsOf, toneOf } from '../../words/limits.ts';
import { wordValue } from '../../words/metric-words.ts';
import { itemsOf } from '../pictures/items.ts';
import type { WidgetViewProps } from '../pictures/view.ts';

/** Draws each number as a share of its maximum, as a full or half ring. */
export function View({ widget, numbers, height, explains }: WidgetViewProps) {
  const reader = useText();
  const settings = settingsOf(widget);
  const items = itemsOf(widget, numbers, reader);
  const dials = items.map(({ name, value, color, series, wording }) => {
    const siblings = items.filter((item) => item.series.index === series.index).flatMap((item) => item.value ?? []);
    const max = maximumOf(series.metric, siblings);
    const { text, unit } = wordValue(value, series.metric, wording, reader);
    return {
      name,
      share: value === null ? null : value / max,
      color: toneOf(value, series.metric.id, settings) ?? color,
      text,
      unit,
      isHalf: settings.halfCircle,
      limits: limitsOf(settings, { low: 0, high: max }),
      onExplain: explains && (() => explains.open(series.key)),
    };
  });
  return <Dials dials={dials} height={height} />;
}
