import { type Widget, type WidgetType, widgetTypes } from '@atrium/domain/pages/definitions';
import { getWidgetSpec, parseStored } from '@atrium/domain/pages/widgets';
import { findEntry } from './entries.ts';
import { shops } from './site.ts';
import { type GalleryState, type StateName, stateNames, states } from './states.ts';

/** One cell of the gallery: a type in a state, or why it cannot exist. */
export interface Cell {
  readonly type: WidgetType;
  readonly name: StateName;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly never: string | null;
}

export function buildCells(type: WidgetType): readonly Cell[] {
  const { definition, never = {} } = findEntry(type);
  return stateNames.map((name) => {
    const { isFine = false, changes } = states[name] as GalleryState;
    const metrics = (definition.metrics ?? []) as readonly Metric[];
    // Unique titles, because landmarks of a page need distinct names.
    const title = `${String(definition.title)} · ${name}`;
    const stored = { version: 1, id: 1, order: 0, type, ...definition, title };
    const fine = metrics.map((metric) => ({ ...metric, groupBy: undefined, granularity: 900 }));
    const changed = changes === undefined ? {} : applyChanges(changes, type, metrics);
    const isOwn = getWidgetSpec(type).source === 'own' && (changes === 'metrics' || changes === 'units');
    return {
      type,
      name,
      definition: plain({ ...stored, ...(isFine && metrics.length > 0 ? { metrics: fine } : changed) }),
      never: never[name] ?? (isOwn ? 'it shows no metrics that a definition chooses' : null),
    };
  });
}

interface Metric {
  readonly type: string;
  readonly groupBy?: readonly { readonly type: string }[];
}

const plain = (definition: object) => JSON.parse(JSON.stringify(definition));

/** Metrics that can be negative, in the order in which they replace others. */
const signed = ['turnover', 'temperature', 'salesIndex', 'avgBasketPrice'];
const ofThreeUnits = ['affluenceIn', 'captureRate', 'temperature'];

function applyChanges(changes: NonNullable<GalleryState['changes']>, type: WidgetType, metrics: readonly Metric[]) {
  if (changes === 'place') return { place: { column: 0, row: 0, columns: minColumns(findColumns(type)), rows: 7 } };
  // Turnover and temperature cannot be grouped by people.
  const groups = metrics[0]?.groupBy?.map((group) => (group.type === 'GENDER' ? { type: 'ZONE' } : group));
  const configuration = (findEntry(type).definition.configuration ?? {}) as object;
  return changes === 'metrics'
    ? { zoneIds: shops, metrics: metrics.map((metric, at) => ({ ...metric, type: signed[at], groupBy: groups })) }
    : {
        metrics: ofThreeUnits.map((metric) => ({ type: metric, groupBy: groups })),
        configuration: { ...configuration, showMinMaxLabel: true },
      };
}

/** Columns of a gallery cell about as wide as the minimum on a page. */
const minColumns = (columns: number) => (columns <= 4 ? 8 : columns <= 6 ? 5 : 3);

/** Returns the columns of twelve that the type requests. */
export function findColumns(type: WidgetType): number {
  const read = parseStored({ version: 1, id: 1, order: 0, type, ...findEntry(type).definition });
  if (read.kind === 'placeholder') throw new Error(JSON.stringify(read.problems));
  const widget: Widget = read.widget;
  return getWidgetSpec(type).size(widget, null).columns;
}

export const shownTypes = (only: string | null): readonly WidgetType[] =>
  only === null ? widgetTypes : widgetTypes.filter((type) => type === only);
