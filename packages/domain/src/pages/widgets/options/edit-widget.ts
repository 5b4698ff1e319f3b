import { type JsonPath, type ShapeProblem, type WidgetType, widgetVersion } from '../../definitions/index.ts';
import { clampToPage, heightToRows, type Place } from '../../layout/index.ts';
import { parseStored } from '../parse-stored.ts';
import { getWidgetSpec } from '../registry.ts';
import type { Stored } from '../settings.ts';
import type { WidgetSize } from '../widget-spec.ts';
import type { WidgetOption } from './option.ts';
import { type OptionName, optionTable } from './option-table.ts';

/** Returns the value at a path of a definition; undefined if there is none. */
export function valueAt(stored: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, step) => (isHolder(value) ? value[step as never] : undefined), stored);
}

/**
 * Sets the value at a path. `undefined` removes it and then empty parents, so that a definition only contains what is
 * set.
 */
export function withValueAt(stored: Stored, path: JsonPath, value: unknown): Stored {
  const [step, ...rest] = path;
  if (step === undefined) return stored;
  const before = stored[step];
  const next = rest.length === 0 ? value : withValueAt(isStored(before) ? before : {}, rest, value);
  const isNothing = next === undefined || (rest.length > 0 && isStored(next) && Object.keys(next).length === 0);
  if (!isNothing) return { ...stored, [step]: next };
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name !== String(step)));
}

/** Returns the problems of a definition with their paths; empty if it can be shown. */
export function findProblems(stored: unknown): readonly ShapeProblem[] {
  const read = parseStored(stored);
  if (read.kind === 'widget') return [];
  return read.problems.length > 0 ? read.problems : [{ path: ['type'], message: read.why }];
}

/** Returns the problems of one option or below it. */
export function filterProblems(problems: readonly ShapeProblem[], path: JsonPath): readonly ShapeProblem[] {
  return problems.filter((problem) => path.every((step, index) => problem.path[index] === step));
}

const isHolder = (value: unknown): value is Stored | readonly unknown[] => typeof value === 'object' && value !== null;
const isStored = (value: unknown): value is Stored => isHolder(value) && !Array.isArray(value);

/** Returns the default size of a type, in columns and rows. */
export function getTypeExtent(type: WidgetType, { columns, height }: WidgetSize): Pick<Place, 'columns' | 'rows'> {
  return clampToPage({
    column: 0,
    row: 0,
    columns,
    rows: heightToRows(height, getWidgetSpec(type).outline === 'cards'),
  });
}

/** Builds a new widget for the gallery, with the metrics its type requires. */
export function createWidget(
  type: WidgetType,
  of: { readonly title: string; readonly metrics: readonly string[] },
): Stored {
  const { asksFor } = getWidgetSpec(type);
  const metrics = of.metrics.slice(0, asksFor).map((metric) => ({ type: metric }));
  return {
    version: widgetVersion,
    id: 1,
    order: 0,
    type,
    title: of.title,
    ...(metrics.length === 0 ? {} : { metrics }),
  };
}

/** Returns the options of a type, in the order of its form. */
export function listOptions(type: WidgetType): readonly WidgetOption[] {
  const heeded = new Set<OptionName>(getWidgetSpec(type).options);
  const names = Object.keys(optionTable) as OptionName[];
  return names.filter((name) => heeded.has(name)).map((name) => ({ name, ...optionTable[name] }));
}
