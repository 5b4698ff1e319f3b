import { dash, formatNumber } from '@atrium/domain/core/format';
import { findZone } from '@atrium/domain/dashboards/widgets';
import {
  adaptToDarkSurface,
  type ColorRange,
  findColorRange,
  getColorRanges,
  getElementKey,
  isRelative,
  listMapOptions,
  listOptionElements,
  listOptionMetrics,
  type MapConfig,
  type MapElement,
  type MapQuestion,
} from '@atrium/domain/map-views';
import { findMetric, toAnswerMetric } from '@atrium/domain/measurements';
import { useEffect } from 'react';
import { type MessageId, type Text, useText } from '../../../i18n/index.ts';
import { useShownTheme } from '../../../ui/theme.ts';
import { type FormattedValue, formatValueParts } from '../../words/metric-texts.ts';
import type { WidgetViewProps } from '../pictures/view.ts';
import type { ShownElement } from './map-numbers.ts';
import { listMapNumbers } from './map-numbers.ts';
import { useOption } from './use-option.ts';
import { type MapValues, useValues, type ValueAt } from './use-values.ts';

/** Returns a map's elements with the values, labels and colors of the selected option. */
export function useShownElements(config: MapConfig, props: WidgetViewProps) {
  const { setTable, setNumbers, context } = props;
  const text = useText();
  const isDark = useShownTheme() === 'dark';
  const nameOf = (metric: string) => metricName(metric, text);
  const options = listMapOptions(config, nameOf);
  const [chosen, wanted, choose] = useOption();
  const option = chosen === null ? null : (options[chosen] ?? null);
  const named = listOptionMetrics(config, option);
  const visible = listOptionElements(config, option);
  const values = useValues(props, visible, named);
  // People inside are not queried while a site is closed. The next metric then colors the map.
  const asked = named.filter((metric) => values.questions.some((question) => question.metric === metric));
  const metrics = asked.length > 0 ? asked : named;
  const [main] = metrics;
  const measured = main === undefined ? [] : visible.flatMap((element) => values.valueAt(element, main) ?? []);
  const inLight = main === undefined ? [] : getColorRanges(config, main, measured);
  const ranges = isDark ? adaptToDarkSurface(inLight) : inLight;
  const isCleared = chosen === null;
  const nameOfPlace = (element: MapElement) => nameOfElement(element, context) ?? text.t('mapView.place');
  const elements = visible.map((element) => ({
    ...shownElement(
      element,
      { metrics, ranges, unitOf: values.unitOf, valueAt: isCleared ? () => null : values.valueAt },
      text,
    ),
    name: nameOfPlace(element),
    ...(isCleared ? { lines: [] } : {}),
  }));
  useNumbers(elements, values.questions, setNumbers);
  useTable([text.t('mapView.place'), ...metrics.map(nameOf)], metrics, elements, setTable);
  return {
    options,
    option,
    wanted,
    choose,
    elements,
    ranges,
    isRelative: main !== undefined && isRelative(config, main),
    values,
    isCleared,
    mainName: main === undefined ? null : nameOf(main),
    wordMain: (value: number) => (main === undefined ? '' : word(main, value, values.unitOf, text).text),
  };
}

interface Shown {
  readonly metrics: readonly string[];
  readonly ranges: readonly ColorRange[];
  readonly valueAt: ValueAt;
  readonly unitOf: MapValues['unitOf'];
}

function shownElement(
  element: MapElement,
  { metrics, ranges, valueAt, unitOf }: Shown,
  text: Text,
): Omit<ShownElement, 'name'> {
  const { colorimetry, backgroundColor, passageId, zoneId } = element;
  const values = metrics.map((metric) => ({ metric, value: valueAt(element, metric) }));
  const main = values[0]?.value ?? null;
  const own = colorimetry ? findColorRange([colorimetry], main) : null;
  const suffix = colorimetry?.suffix ?? '';
  // A passage only has flows. A zone without a value shows a dash.
  const told = values.filter(({ value }) => value !== null || zoneId !== undefined || passageId === undefined);
  return {
    element,
    main,
    fill: (own ?? findColorRange(ranges, main))?.color ?? backgroundColor ?? null,
    lines: (getElementKey(element) === null ? [] : told).map(({ metric, value }, line) => {
      const worded = word(metric, value, unitOf, text);
      const unit = line === 0 && suffix !== '' ? `${worded.unit} ${suffix}`.trim() : worded.unit;
      return { metric, label: metricName(metric, text), value, text: worded.text, unit };
    }),
  };
}

/** Registers the numbers that have explanations. */
function useNumbers(
  elements: readonly ShownElement[],
  questions: readonly MapQuestion[],
  setNumbers: WidgetViewProps['setNumbers'],
): void {
  const written = JSON.stringify(listMapNumbers(elements, questions));
  useEffect(() => {
    setNumbers(JSON.parse(written));
    return () => setNumbers([]);
  }, [setNumbers, written]);
}

/** Builds the table for 'show as table', copy and CSV. */
function useTable(
  columns: readonly string[],
  metrics: readonly string[],
  elements: readonly ShownElement[],
  setTable: WidgetViewProps['setTable'],
): void {
  const rows = elements
    .filter(({ lines }) => lines.length > 0)
    .map(
      ({ name, lines }) =>
        [
          name,
          ...metrics.map((metric): Readonly<Record<'read' | 'plain', string>> => {
            const line = lines.find((each) => each.metric === metric);
            return {
              read: line === undefined ? '' : `${line.text} ${line.unit}`.trim(),
              plain: line?.value == null ? '' : String(line.value),
            };
          }),
        ] as const,
    );
  const written = JSON.stringify([columns, rows]);
  useEffect(() => {
    const [head, body] = JSON.parse(written) as [readonly string[], typeof rows];
    setTable(
      body.length === 0
        ? null
        : (form) => ({
            columns: head,
            rows: body.map(([name, ...cells]) => [name, ...cells.map((cell) => cell[form])]),
          }),
    );
    return () => setTable(null);
  }, [setTable, written]);
}

function word(metric: string, value: number | null, unitOf: MapValues['unitOf'], { t, locale }: Text): FormattedValue {
  const found = findMetric(metric);
  const known = found && toAnswerMetric(found, unitOf(metric) ?? found.unit);
  if (known)
    return formatValueParts(
      value,
      known,
      { decimals: known.decimals, hideUnit: false, formatter: null },
      { t, locale },
    );
  return { text: value === null ? dash : formatNumber(value, { locale, decimals: 0 }), unit: '' };
}

const metricName = (metric: string, { t }: Text) => (findMetric(metric) ? t(`metric.${metric}` as MessageId) : metric);

function nameOfElement({ name, zoneId, passageId }: MapElement, { sites }: WidgetViewProps['context']): string | null {
  if (name !== undefined) return name;
  if (zoneId !== undefined) return findZone(sites, zoneId)?.name ?? null;
  return sites.flatMap(({ passages }) => passages).find(({ id }) => id === passageId)?.name ?? null;
}
