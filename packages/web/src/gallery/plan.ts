import { type Widget, type WidgetType, widgetTypes } from '@atrium/domain/dashboards/definitions';
import { readStored, specOf } from '@atrium/domain/dashboards/widgets';
import { entryOf } from './entries.ts';
import { type StateName, stateNames, states } from './states.ts';

/** One place of the gallery: a type in a state, or why there is no such thing. */
export interface Cell {
  readonly type: WidgetType;
  readonly name: StateName;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly never: string | null;
}

export function cellsOf(type: WidgetType): readonly Cell[] {
  const { definition, never = {} } = entryOf(type);
  return stateNames.map((name) => {
    const { isFine = false } = states[name];
    const metrics = (definition.metrics ?? []) as readonly object[];
    // Named apart, as landmarks of one page are.
    const title = `${String(definition.title)} · ${name}`;
    const stored = { version: 1, id: 1, order: 0, type, ...definition, title };
    const fine = metrics.map((metric) => ({ ...metric, groupBy: undefined, granularity: 900 }));
    return {
      type,
      name,
      definition: isFine && metrics.length > 0 ? JSON.parse(JSON.stringify({ ...stored, metrics: fine })) : stored,
      never: never[name] ?? null,
    };
  });
}

/** Of the twelve, as the type asks for them. */
export function columnsOf(type: WidgetType): number {
  const read = readStored({ version: 1, id: 1, order: 0, type, ...entryOf(type).definition });
  if (read.kind === 'placeholder') throw new Error(JSON.stringify(read.problems));
  const widget: Widget = read.widget;
  return specOf(type).size(widget, null).columns;
}

export const shownTypes = (only: string | null): readonly WidgetType[] =>
  only === null ? widgetTypes : widgetTypes.filter((type) => type === only);
