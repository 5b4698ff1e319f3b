import { err, ok, type Result } from '../../core/index.ts';
import { globalFilterTypes } from './global-filter.ts';
import { colorimetry, filters, kpiItem, widgetMetric } from './metric-shapes.ts';
import {
  block,
  color,
  dictionary,
  flag,
  idReading,
  isRecord,
  list,
  number,
  oneOf,
  reference,
  type Shaped,
  type ShapeProblem,
  type ShapeReading,
  text,
  whole,
  word,
} from './shape.ts';

/** How a stored definition is to be read. A later version may mean something else by the same words. */
export const widgetVersion = 1;

export const widgetTypes = [
  'table',
  'alertLogTable',
  'areaChart',
  'lineChart',
  'barChart',
  'columnChart',
  'gridChart',
  'pieChart',
  'circleChart',
  'progressBarChart',
  'webChart',
  'kpis',
  'mapView',
  'heatmap',
  'weather',
  'zones',
] as const;
export type WidgetType = (typeof widgetTypes)[number];

/** What a reader may choose in the head of a widget. */
export const dropdownTypes = ['metric', 'zone', 'topZone', 'category', 'gender', 'engagement', 'date'] as const;

const configuration = block(
  {},
  {
    hideUnit: flag,
    useCustomFormatter: flag,
    isMultiChart: flag,
    /** Metric id, or label of a series, → its colour. */
    colors: dictionary(color),
    genderColors: block({}, { male: color, female: color, unknown: color }),
    avoidMergingYAxis: flag,
    stacked: flag,
    isPercentage: flag,
    thresholds: list(block({ value: number }, { label: text, color })),
    showMinMaxLabel: flag,
    showLegend: flag,
    halfCircle: flag,
    isParallelCoordinates: flag,
    isBlockTitleVisible: flag,
    installationId: reference('installation'),
    /** How many days a heatmap turns over at most, counted back from the last. */
    dayLimit: whole(1, 100),
    dropdownsConfig: list(
      block(
        { type: oneOf(dropdownTypes) },
        { zoneIds: list(reference('zone')), metrics: list(word), isTopZoneDisabled: flag },
      ),
    ),
    tooltipFormatter: word,
    legendFormatter: word,
    axisFormatter: word,
    rowFormatter: word,
  },
);

const widget = block(
  {
    version: whole(widgetVersion, widgetVersion),
    /** Unique within its page. */
    id: whole(1, 1_000_000),
    type: oneOf(widgetTypes),
    title: text,
    order: whole(0, 1_000_000),
  },
  {
    /** Which tags a widget is about: it is shown only where the page's category filter agrees. */
    category: block(
      { type: oneOf(['global', 'specific']) },
      { categoryId: reference('tagCategory'), tagIds: list(reference('tag')) },
    ),
    tooltipMessages: list(text),
    /** How a widget that shows the present follows it; left out, as its type usually does. */
    realTime: oneOf(['slow', 'fast', 'live']),
    ignoredFilters: list(oneOf(globalFilterTypes)),
    zoneIds: list(reference('zone')),
    passageIds: list(reference('passage')),
    deviceIds: list(reference('device')),
    alertIds: list(whole(1, 2_147_483_647)),
    kind: oneOf(['live', 'custom']),
    isKpiMenuHidden: flag,
    headers: list(oneOf(dropdownTypes)),
    metrics: list(widgetMetric),
    kpis: list(kpiItem),
    configuration,
    colorimetryConfig: block({}, { type: word, colorimetry }),
    filters,
    /** Where it stands on a page somebody laid out, in columns of twelve and rows; others are filled in their order. */
    place: block({ column: whole(0, 11), row: whole(0, 10_000), columns: whole(1, 12), rows: whole(1, 100) }, {}),
  },
);

/** A widget as it is stored: what it shows, of which places, and how. */
export type Widget = Shaped<typeof widget>;

/** Of a type, or in a version, that this code does not know: kept as it is, shown as its type's name. */
export interface UnknownWidget {
  readonly isUnknown: true;
  readonly type: string;
  readonly raw: unknown;
}

export const isUnknownWidget = (found: Widget | UnknownWidget): found is UnknownWidget => 'isUnknown' in found;

/** Reads one stored widget. The problems say where in it something is not as expected. */
export function parseWidget(raw: unknown): Result<Widget | UnknownWidget, readonly ShapeProblem[]> {
  const problems: ShapeProblem[] = [];
  const read = readWidget(raw, idReading(problems));
  return problems.length > 0 ? err(problems) : ok(read);
}

/** As `parseWidget`, where references are not (yet) ids: `reading` says what they become and collects the problems. */
export function readWidget(raw: unknown, reading: ShapeReading): Widget | UnknownWidget {
  if (isRecord(raw) && typeof raw.type === 'string' && isOfAnother(raw))
    return { isUnknown: true, type: raw.type, raw };
  return widget(raw, [], reading);
}

const isOfAnother = ({ type, version }: Readonly<Record<string, unknown>>) =>
  !widgetTypes.includes(type as WidgetType) || (version !== undefined && version !== widgetVersion);
