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

/** Format version of stored definitions. Later versions may use the same fields differently. */
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

/** The choices a widget may offer in its header. */
export const dropdownTypes = ['metric', 'zone', 'topZone', 'category', 'gender', 'engagement', 'date'] as const;

const configuration = block(
  {},
  {
    hideUnit: flag,
    useCustomFormatter: flag,
    isMultiChart: flag,
    /** Colors by metric id or series label. */
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
    /** Maximum number of days in a heatmap's carousel, counted back from the last. */
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
    /** The tags a widget is about. It is shown only if they match the page's category filter. */
    category: block(
      { type: oneOf(['global', 'specific']) },
      { categoryId: reference('tagCategory'), tagIds: list(reference('tag')) },
    ),
    tooltipMessages: list(text),
    /** How a widget follows live data; by default as usual for its type. */
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
    /** Position on a page with a layout, in rows and columns of twelve. Without one, widgets fill the page in order. */
    place: block({ column: whole(0, 11), row: whole(0, 10_000), columns: whole(1, 12), rows: whole(1, 100) }, {}),
  },
);

/** A widget as stored: its data, its places and its options. */
export type Widget = Shaped<typeof widget>;

/** A widget of an unknown type or version. It is stored unchanged and shown as its type's name. */
export interface UnknownWidget {
  readonly isUnknown: true;
  readonly type: string;
  readonly raw: unknown;
}

export const isUnknownWidget = (found: Widget | UnknownWidget): found is UnknownWidget => 'isUnknown' in found;

/** Parses a stored widget. Problems carry their path. */
export function parseWidget(raw: unknown): Result<Widget | UnknownWidget, readonly ShapeProblem[]> {
  const problems: ShapeProblem[] = [];
  const read = readWidget(raw, idReading(problems));
  return problems.length > 0 ? err(problems) : ok(read);
}

/**
 * Like `parseWidget`, for definitions whose references are not ids yet. `reading` resolves them and collects problems.
 */
export function readWidget(raw: unknown, reading: ShapeReading): Widget | UnknownWidget {
  if (isRecord(raw) && typeof raw.type === 'string' && isOfAnother(raw))
    return { isUnknown: true, type: raw.type, raw };
  return widget(raw, [], reading);
}

const isOfAnother = ({ type, version }: Readonly<Record<string, unknown>>) =>
  !widgetTypes.includes(type as WidgetType) || (version !== undefined && version !== widgetVersion);
