import type { Span } from '@atrium/domain/core';
import { getUnsupported } from '@atrium/domain/dashboards';
import type { Widget } from '@atrium/domain/dashboards/definitions';
import { getWidgetSettings, type WidgetNumbers, type WidgetSeries } from '@atrium/domain/dashboards/widgets';
import type { DescriptorKey } from '@atrium/domain/measurements';
import { formatMetricValue, formatSeriesName, getWording, type Reader } from '../../words/metric-texts.ts';
import { formatStepTime } from '../../words/table-texts.ts';

export interface TableCell {
  readonly series: WidgetSeries;
  readonly value: number | null;
  readonly usual: number | null;
  /** The comparable part of the value, for its change. */
  readonly compared: number | null;
  readonly text: string;
  /** The descriptors that the sensors don't report, if that is why there is no number. */
  readonly notTold: readonly DescriptorKey[];
  /** Its time step; null for a total. */
  readonly span: Span | null;
}

export interface TableRow {
  readonly name: string;
  readonly zoneId: number | null;
  readonly cells: readonly (TableCell | null)[];
}

/** Returns one row per time step, newest first; null if the numbers are no time series. */
export function buildTimeRows(widget: Widget, { series }: WidgetNumbers, timezone: string, reader: Reader) {
  const courses = series.filter(({ buckets }) => buckets !== null && buckets.length > 0);
  if (courses.length === 0) return null;
  const { rowFormatter } = getWidgetSettings(widget);
  const times = new Map(courses.flatMap(({ buckets }) => (buckets ?? []).map(({ from, to }) => [from, to] as const)));
  return {
    columns: courses.map((each) => formatSeriesName(widget, each, courses, reader)),
    rows: [...times]
      .sort(([one], [other]) => other - one)
      .map(
        ([from, to]): TableRow => ({
          name: formatStepTime(from, to, timezone, reader),
          zoneId: null,
          cells: courses.map((each): TableCell => {
            const bucket = each.buckets?.find((other) => other.from === from);
            const value = bucket?.point?.state === 'known' ? bucket.point.value : null;
            const own = getWording(widget, each.index, each.metric);
            const wording = rowFormatter === null ? own : { ...own, formatter: rowFormatter };
            return {
              series: each,
              value,
              usual: bucket?.usual ?? null,
              compared: value,
              span: { from, to },
              notTold: getUnsupported(bucket?.point),
              text: formatMetricValue(value, each.metric, wording, reader),
            };
          }),
        }),
      ),
  };
}
