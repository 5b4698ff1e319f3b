import { dash, formatNumber } from '@atrium/domain/core/format';
import { type DescriptorKey, findMetric, toAnswerMetric } from '@atrium/domain/numbers';
import { getAnswerPoint, getAnswerPoints } from '@atrium/domain/pages';
import {
  adaptToDarkSurface,
  buildMapQuestions,
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
} from '@atrium/domain/pages/map-views';
import { findZone, pollIntervals } from '@atrium/domain/pages/widgets';
import { useEffect, useMemo, useState } from 'react';
import { type MessageId, type Text, useText } from '../../../i18n/index.ts';
import { type Outcome, useAnswers } from '../../../numbers/answers/index.ts';
import { useShownTheme } from '../../../ui/theme.ts';
import { type FormattedValue, formatValueParts } from '../../words/metric-texts.ts';
import { useOwnCoverage } from '../pictures/use-own-coverage.ts';
import type { WidgetViewProps } from '../pictures/view.ts';
import { listMapNumbers, type ShownElement } from './map-elements.ts';

/** Delay in ms between clearing one option and showing the next, so that the change is visible. */
const pause = 100;

/** The selected option of the map's dropdown. After a change it is null for a moment. */
function useOption(): readonly [chosen: number | null, wanted: number, choose: (option: number) => void] {
  const [chosen, setChosen] = useState<number | null>(0);
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    if (chosen !== null) return;
    const timer = setTimeout(() => setChosen(wanted), pause);
    return () => clearTimeout(timer);
  }, [chosen, wanted]);
  const choose = (option: number) => {
    setWanted(option);
    setChosen(null);
  };
  return [chosen, wanted, choose];
}

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

/** Returns a metric's value at an element; null if unknown or not measured there. */
type ValueAt = (element: MapElement, metric: string) => number | null;

interface MapValues {
  /** Unit in the answer; null if the metric was not answered. */
  readonly unitOf: (metric: string) => string | null;
  readonly valueAt: ValueAt;
  readonly questions: readonly MapQuestion[];
  /** Descriptors that the sensors of a whole answer don't report. */
  readonly notTold: readonly DescriptorKey[];
  readonly isLoading: boolean;
  readonly failure: { readonly code: string | null } | null;
  readonly retry: () => void;
}

function useValues(
  { widget, context, live, setCoverage }: Pick<WidgetViewProps, 'widget' | 'context' | 'live' | 'setCoverage'>,
  elements: readonly MapElement[],
  metrics: readonly string[],
): MapValues {
  const key = JSON.stringify([elements.map(getElementKey), metrics]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which places and metrics
  const questions = useMemo(() => buildMapQuestions(widget, context, elements, metrics), [widget, context, key]);
  const every = live === null ? null : pollIntervals[live];
  const { outcomes, retry } = useAnswers(questions.map(({ query }) => ({ query, every })));
  useOwnCoverage(outcomes, setCoverage);
  const found = new Map<string, number>();
  for (const [index, { metric, place: asked }] of questions.entries())
    for (const [place, value] of knownOf(outcomes[index] ?? null, asked)) found.set(`${metric} ${place}`, value);
  const failed = outcomes.find((outcome) => outcome?.state === 'failed');
  return {
    valueAt: (element, metric) => found.get(`${metric} ${getElementKey(element)}`) ?? null,
    unitOf: (metric) => {
      const outcome = outcomes[questions.findIndex((question) => question.metric === metric)];
      return outcome?.state === 'ready' ? (outcome.answer.unit ?? null) : null;
    },
    questions,
    notTold: outcomes.flatMap((outcome) => (outcome?.state === 'ready' ? outcome.answer.notTold : [])),
    isLoading: outcomes.some((outcome) => outcome === null),
    failure: failed?.state === 'failed' && found.size === 0 ? { code: failed.code } : null,
    retry,
  };
}

function knownOf(outcome: Outcome | null, asked: string | null): readonly (readonly [place: string, value: number])[] {
  if (outcome?.state !== 'ready') return [];
  if (asked !== null) {
    const point = getAnswerPoint(outcome.answer);
    return point.state === 'known' ? [[asked, point.value]] : [];
  }
  return [...getAnswerPoints(outcome.answer)].flatMap(([zone, point]) =>
    point.state === 'known' ? [[`zone ${zone}`, point.value] as const] : [],
  );
}
