import { computeTrackRange, getReachZero, getWidgetSettings, toReachShare } from '@atrium/domain/pages/widgets';
import { useLayoutEffect } from 'react';
import { useText } from '../../../i18n/index.ts';
import { getValueColor, positionThresholds } from '../../words/limits.ts';
import { listItems } from '../pictures/items.ts';
import type { WidgetViewProps } from '../pictures/view.ts';
import { HorizontalBars, TickWord } from './horizontal-bars.tsx';

/** Draws each number as a share of its maximum. */
export function View({ widget, numbers, height, setLine, act, explains }: WidgetViewProps) {
  const reader = useText();
  const settings = getWidgetSettings(widget);
  const items = listItems(widget, numbers, reader);
  const rows = items.map(({ key, name, value, series, text, zoneId, ownColor }) => {
    const siblings = items.filter((item) => item.series.index === series.index).flatMap((item) => item.value ?? []);
    const reach = computeTrackRange(series.metric, siblings);
    return {
      key,
      name,
      bars: [
        {
          key,
          color:
            getValueColor(value, series.metric.id, settings) ??
            ownColor ??
            settings.colors[series.metric.id] ??
            'var(--data)',
          share: value === null ? null : toReachShare(value, reach),
          name,
          text,
          onExplain: explains && (() => explains.open(key)),
        },
      ],
      zero: getReachZero(reach),
      tick: null,
      limits: positionThresholds(settings, reach),
      onPick: zoneId !== null && act?.chooseZone ? () => act.chooseZone?.(zoneId) : null,
    };
  });
  const named = rows[0]?.limits.filter(({ label }) => label !== null) ?? [];
  const words = JSON.stringify(named.map(({ label, color }) => [label, color]));
  useLayoutEffect(() => {
    const marks = JSON.parse(words) as [label: string, color: string | null][];
    if (marks.length === 0) return;
    setLine(
      marks.map(([label, color]) => (
        <TickWord key={label} color={color ?? 'var(--warning-dot)'}>
          {label}
        </TickWord>
      )),
    );
    return () => setLine(null);
  }, [words, setLine]);
  return <HorizontalBars rows={rows} height={height} isStacked={false} hasTrack />;
}
