import { dash, formatNumber } from '@atrium/domain/core/format';
import { computeMaximum, getWidgetSettings } from '@atrium/domain/pages/widgets';
import { useLayoutEffect, useMemo, useState } from 'react';
import { Web, type WebPlace } from '../../../charts/kinds/web.tsx';
import { useText } from '../../../i18n/index.ts';
import { getPaletteColor } from '../../words/colors.ts';
import { formatMetricValue } from '../../words/metric-texts.ts';
import { type Item, initialSeriesCount, listItems } from '../pictures/items.ts';
import { Swatches } from '../pictures/swatches.tsx';
import type { WidgetExplains, WidgetViewProps } from '../pictures/view.ts';

/** Minimum number of axes of a radar chart. */
const minAxes = 3;

/**
 * Radar chart of several metrics for a few groups: metrics as axes and a shape per group, or the reverse with few
 * metrics.
 */
export function View({ widget, numbers, height, setLine, explains }: WidgetViewProps) {
  const { t, locale, dateFormat } = useText();
  const settings = getWidgetSettings(widget);
  const [pointed, setPointed] = useState<WebPlace | null>(null);
  const [isAll, setAll] = useState(false);
  const { axes, shapes, formats, points, rest } = useMemo(() => {
    const items = listItems(widget, numbers, { t, locale, dateFormat });
    const rows = [...new Set(items.map(({ row }) => row))];
    const columns = [...new Set(items.map(({ column }) => column))];
    const isByMetric = columns.length >= minAxes;
    const [around, all] = isByMetric ? [columns, rows] : [rows, columns];
    const things = isAll ? all : all.slice(0, initialSeriesCount);
    const find = (axis: string, thing: string) =>
      items.find(({ row, column }) =>
        isByMetric ? column === axis && row === thing : row === axis && column === thing,
      );
    const ofAxis = around.map((axis) => things.flatMap((thing) => find(axis, thing) ?? []));
    // With one metric all axes share their maximum. With several each has its own.
    const everywhere = items.flatMap(({ value }) => value ?? []);
    return {
      formats: ofAxis.map(([first]) => first),
      axes: around.map((label, index) => {
        const [first] = ofAxis[index] ?? [];
        const values = isByMetric ? (ofAxis[index] ?? []).flatMap(({ value }) => value ?? []) : everywhere;
        const largest = Math.max(1e-9, ...values);
        const isScale = first !== undefined && ['%', '/5', '/3'].includes(first.series.metric.unit);
        return { label, max: first && isScale ? computeMaximum(first.series.metric, values) : largest };
      }),
      shapes: things.map((thing, index) => ({
        key: thing,
        color: commonColor(items, isByMetric, thing) ?? getPaletteColor(index),
        values: around.map((axis) => find(axis, thing)?.value ?? null),
      })),
      points: things.map((thing) => around.map((axis) => find(axis, thing) ?? null)),
      rest: all.length - things.length,
    };
  }, [widget, numbers, isAll, t, locale, dateFormat]);
  const at = (place: WebPlace) => points[place.shape]?.[place.axis] ?? null;
  const spoken = (place: WebPlace) => {
    const name = [shapes[place.shape]?.key, axes[place.axis]?.label].filter(Boolean).join(' · ');
    return `${name}: ${at(place)?.text ?? dash}`;
  };
  const readout = pointed === null ? null : spoken(pointed);
  useLayoutEffect(() => {
    if (readout !== null) setLine(<bdi>{readout}</bdi>);
    else if (settings.showLegend && shapes.length > 1)
      setLine(
        <Swatches
          entries={shapes.map(({ key, color }) => ({ name: key, color }))}
          rest={{ count: rest, show: () => setAll(true) }}
        />,
      );
    return () => setLine(null);
  }, [readout, shapes, rest, settings.showLegend, setLine]);
  return (
    <Web
      axes={axes}
      shapes={shapes}
      height={height}
      spoken={spoken}
      pointed={pointed}
      onPoint={setPointed}
      onPick={explains && ((place) => pick(explains, at(place)))}
      isParallel={settings.isParallelCoordinates || axes.length < minAxes}
      summary={shapes
        .map(({ key }, shape) => `${key}: ${points[shape]?.map((item) => item?.text ?? dash).join(', ')}`)
        .join('; ')}
      format={(axis, value) => {
        const item = formats[axis];
        if (item === undefined) return formatNumber(value, { locale, decimals: 0 });
        const decimals = Number.isInteger(value) ? 0 : item.wording.decimals;
        return formatMetricValue(value, item.series.metric, { ...item.wording, decimals }, { t, locale });
      }}
    />
  );
}

/** The definition's color if it is the same for the whole shape; otherwise null. */
function commonColor(items: readonly Item[], isByMetric: boolean, thing: string): string | null {
  const own = items.filter(({ row, column }) => (isByMetric ? row : column) === thing);
  const [color = null, ...others] = new Set(own.map(({ ownColor }) => ownColor));
  return others.length === 0 ? color : null;
}

function pick({ open }: WidgetExplains, item: Item | null): void {
  if (item?.value != null) open(item.key);
}
