import { formatClock, formatShortDate, formatWeekday } from '@atrium/domain/core/format';
import {
  type CellSource,
  findColorRange,
  foldGrid,
  type GridLabel,
  getColorRanges,
  getWidgetSettings,
} from '@atrium/domain/pages/widgets';
import { useLayoutEffect, useMemo, useState } from 'react';
import { GridChart, type GridPlace } from '../../../charts/kinds/grid-chart.tsx';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { formatGroup, formatMetricName, formatMetricValue, getWording, type Reader } from '../../words/metric-texts.ts';
import type { WidgetExplains, WidgetViewProps } from '../pictures/view.ts';

/** Heat table: hours as columns, days or groups as rows, values as colors. */
export function View({ widget, numbers, height, site, setLine, explains }: WidgetViewProps) {
  const { t, locale, dateFormat } = useText();
  const [pointed, setPointed] = useState<GridPlace | null>(null);
  const settings = useMemo(() => getWidgetSettings(widget), [widget]);
  const { timezone, firstWeekday = 1 } = site.topology;
  const first = numbers.series[0];
  const grid = useMemo(() => foldGrid(numbers.series, { timezone, firstWeekday }), [numbers, timezone, firstWeekday]);
  const input = useMemo(() => {
    const reader = { t, locale, dateFormat };
    const metric = first?.metric;
    const ranges = metric ? getColorRanges(settings, metric.id) : [];
    const wording = metric ? { ...getWording(widget, first.index, metric), hideUnit: true } : null;
    return {
      rows: grid.rows.map((label) => labelWord(label, reader, 'row')),
      columns: grid.columns.map((label) => labelWord(label, reader, 'column')),
      cells: grid.cells,
      colorOf: ranges.length === 0 ? null : (value: number) => findColorRange(value, ranges)?.color ?? null,
      format: (value: number) =>
        metric && wording
          ? formatMetricValue(
              value >= 100 ? Math.round(value) : value,
              metric,
              { ...wording, decimals: value >= 100 ? 0 : wording.decimals },
              reader,
            )
          : String(value),
      minMax: settings.showMinMaxLabel,
      wordMax:
        metric && ranges.length === 0
          ? (max: number) =>
              formatMetricValue(
                max,
                metric,
                { ...getWording(widget, first.index, metric), decimals: max >= 100 ? 0 : metric.decimals },
                reader,
              )
          : null,
    };
  }, [grid, settings, widget, first, t, locale, dateFormat]);
  const title = first ? formatMetricName(widget, first.index, first.metric, t) : '';
  const spoken = ({ row, column }: GridPlace, value: number | null) =>
    `${input.rows[row]} ${input.columns[column]}: ${value === null ? t('charts.noData') : input.format(value)}`;
  const value = pointed === null ? null : (grid.cells[pointed.row]?.[pointed.column] ?? null);
  const line = pointed === null ? title : spoken(pointed, value);
  useLayoutEffect(() => {
    setLine(<bdi>{line}</bdi>);
    return () => setLine(null);
  }, [line, setLine]);
  return (
    <GridChart
      input={input}
      height={height}
      summary={`${widget.title}. ${title}`}
      spoken={spoken}
      pointed={pointed}
      onPoint={setPointed}
      onPick={explains && (({ row, column }) => pick(explains, grid.sources[row]?.[column] ?? null))}
    />
  );
}

function pick({ open }: WidgetExplains, source: CellSource | null): void {
  if (source !== null) open(source.series.key, source.span === null ? [] : [source.span]);
}

function labelWord(label: GridLabel, reader: Reader, edge: 'row' | 'column'): string {
  const { t, locale } = reader;
  if (label.kind === 'weekday') return formatWeekday(label.weekday, locale, 'short');
  if (label.kind === 'date') return formatShortDate(label.date, reader);
  if (label.kind === 'hour')
    return edge === 'column' ? String(label.hour).padStart(2, '0') : formatClock(label.hour * 3_600_000, 'UTC');
  if (label.kind === 'metric') return t(`metric.${label.id}` as MessageId);
  return label.groups.map((group) => formatGroup(group, reader)).join(' · ');
}
