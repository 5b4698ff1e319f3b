import {
  isUnknownWidget,
  type JsonPath,
  parseWidget,
  type ShapeProblem,
  type Widget,
  type WidgetType,
  widgetTypes,
  widgetVersion,
} from '../definitions/index.ts';
import { findNameFormatter, findValueFormatter } from './numbers/formatters.ts';
import { getWidgetSpec } from './registry.ts';
import type { Stored } from './settings.ts';

/** Shown instead of a widget that cannot be shown. */
export interface Placeholder {
  readonly kind: 'placeholder';
  /** As stored; `unknown` if the definition has no type. */
  readonly type: string;
  readonly why: 'unknownType' | 'laterVersion' | 'unreadable';
  readonly problems: readonly ShapeProblem[];
}

export interface ReadableWidget {
  readonly kind: 'widget';
  readonly widget: Widget;
}

/** Parses any stored JSON. Migrates earlier versions; unreadable ones become placeholders. */
export function parseStored(stored: unknown): ReadableWidget | Placeholder {
  const placeholder = (why: Placeholder['why'], problems: readonly ShapeProblem[] = []): Placeholder => ({
    kind: 'placeholder',
    type: nameOf(stored),
    why,
    problems,
  });
  if (!isStored(stored)) return placeholder('unreadable');
  const type = widgetTypes.find((known) => known === stored.type);
  if (type === undefined) return placeholder('unknownType');
  const current = upgrade(stored, type);
  if (current === null) return placeholder('laterVersion');
  const read = parseWidget({ ...current, version: widgetVersion });
  if (!read.ok) return placeholder('unreadable', read.error);
  if (isUnknownWidget(read.value)) return placeholder('unknownType');
  const problems = unknownNames(read.value);
  return problems.length > 0 ? placeholder('unreadable', problems) : { kind: 'widget', widget: read.value };
}

/** Returns problems for unregistered formatters, which would silently have no effect. */
function unknownNames({ configuration = {}, metrics = [] }: Widget): readonly ShapeProblem[] {
  const { tooltipFormatter, axisFormatter, rowFormatter, legendFormatter } = configuration;
  const values: [JsonPath, string | undefined][] = [
    [['configuration', 'tooltipFormatter'], tooltipFormatter],
    [['configuration', 'axisFormatter'], axisFormatter],
    [['configuration', 'rowFormatter'], rowFormatter],
    ...metrics.map(({ configuration: own }, index): [JsonPath, string | undefined] => [
      ['metrics', index, 'configuration', 'formatter'],
      own?.formatter,
    ]),
  ];
  const problems = values.flatMap(([path, name]) =>
    name === undefined || findValueFormatter(name) ? [] : [{ path, message: `there is no formatter "${name}"` }],
  );
  if (legendFormatter === undefined || findNameFormatter(legendFormatter)) return problems;
  return [
    ...problems,
    { path: ['configuration', 'legendFormatter'], message: `there is no formatter "${legendFormatter}"` },
  ];
}

/** Migrates a definition to the current version; null if a later build wrote it. */
function upgrade(stored: Stored, type: WidgetType): Stored | null {
  const { version, migrations } = getWidgetSpec(type);
  const written = stored.version === undefined ? 1 : stored.version;
  if (typeof written !== 'number' || !Number.isInteger(written) || written < 1 || written > version) return null;
  let current = stored;
  for (let from = written; from < version; from++) current = { ...migrations[from]?.(current), version: from + 1 };
  return current;
}

function isStored(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(stored: unknown): string {
  const type = isStored(stored) ? stored.type : undefined;
  return typeof type === 'string' && type.trim() !== '' && type.length <= 80 ? type : 'unknown';
}
