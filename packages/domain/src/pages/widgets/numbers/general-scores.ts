import { type Point, toThreePointScore } from '../../../numbers/index.ts';
import type { Widget } from '../../definitions/index.ts';
import type { ValueFormatter } from './formatters.ts';
import type { WidgetNumbers, WidgetSeries } from './widget-series.ts';

const ofThree: ValueFormatter = 'ofThree';

/**
 * H05: converts a chart of scores to the general scale of three. Converts its numbers, the end of its axis and its
 * limits, which are defined on the scale of five. Returns any other chart unchanged.
 */
export function toGeneralScale<Numbers extends WidgetNumbers>(
  widget: Widget,
  numbers: Numbers,
): { readonly widget: Widget; readonly numbers: Numbers } {
  const isOf = numbers.series.map((series) => isOfThree(widget, series));
  if (!isOf.includes(true)) return { widget, numbers };
  const series = numbers.series.map((each, place) => (isOf[place] ? rescaled(each) : each));
  const own = withoutFormatter(widget);
  return { widget: isOf.includes(false) ? own : withLimits(own), numbers: { ...numbers, series } };
}

function isOfThree({ metrics, configuration }: Widget, { index, metric }: WidgetSeries): boolean {
  if (metric.unit !== '/5') return false;
  const asked = [
    metrics?.[index]?.configuration?.formatter ??
      (configuration?.useCustomFormatter === true ? configuration.tooltipFormatter : undefined),
    configuration?.axisFormatter,
    configuration?.rowFormatter,
  ];
  return asked.includes(ofThree);
}

function rescaled(series: WidgetSeries): WidgetSeries {
  return {
    ...series,
    metric: { ...series.metric, unit: '/3' },
    point: pointOfThree(series.point),
    usual: amountOfThree(series.usual),
    buckets:
      series.buckets?.map((bucket) => ({
        ...bucket,
        point: bucket.point && pointOfThree(bucket.point),
        usual: amountOfThree(bucket.usual),
        ...(bucket.usualNow === undefined ? {} : { usualNow: amountOfThree(bucket.usualNow) }),
      })) ?? null,
  };
}

const amountOfThree = (value: number | null) => (value === null ? null : toThreePointScore(value));

const pointOfThree = (point: Point): Point =>
  point.state === 'known' ? { ...point, value: toThreePointScore(point.value) } : point;

/** Removes the formatter, because the values are already converted. */
function withoutFormatter(widget: Widget): Widget {
  const { tooltipFormatter, axisFormatter, rowFormatter, ...configuration } = widget.configuration ?? {};
  const others = Object.entries({ tooltipFormatter, axisFormatter, rowFormatter }).filter(
    ([, formatter]) => formatter !== undefined && formatter !== ofThree,
  );
  return {
    ...widget,
    configuration: { ...configuration, ...Object.fromEntries(others) },
    ...(widget.metrics && {
      metrics: widget.metrics.map((metric) => {
        if (metric.configuration?.formatter !== ofThree) return metric;
        const { formatter: _, ...rest } = metric.configuration;
        return { ...metric, configuration: rest };
      }),
    }),
  };
}

/** Converts a limit to the start of its score. Limits beyond one scale stay beyond the other. */
const limitOfThree = (limit: number) => (limit <= 0 ? limit : limit > 5 ? limit - 2 : toThreePointScore(limit));

function withLimits(widget: Widget): Widget {
  const { configuration, colorimetryConfig } = widget;
  return {
    ...widget,
    ...(configuration && {
      configuration: {
        ...configuration,
        ...(configuration.thresholds && {
          thresholds: configuration.thresholds.map((one) => ({ ...one, value: limitOfThree(one.value) })),
        }),
      },
    }),
    ...(colorimetryConfig?.colorimetry && {
      colorimetryConfig: {
        ...colorimetryConfig,
        colorimetry: colorimetryConfig.colorimetry.map((range) => ({
          ...range,
          ...(range.lower == null ? {} : { lower: limitOfThree(range.lower) }),
          ...(range.upper == null ? {} : { upper: limitOfThree(range.upper) }),
        })),
      },
    }),
  };
}
