import type { Widget } from '@atrium/domain/dashboards/definitions';
import { type ExportDataType, findDataType } from '@atrium/domain/exports/data-types';
import type { UnsupportedPart } from '../../exports/index.ts';

/** The export data type for a view, and what of the view it does not contain. */
export interface SeenMetrics {
  readonly type: ExportDataType;
  readonly lost: readonly UnsupportedPart[];
}

/**
 * Returns the data type for a widget; null if no export contains any of its metrics. `own` are metrics that its
 * definition does not name, such as those of a map's places.
 */
export function findExportType(
  { type: widgetType, metrics = [], kpis = [] }: Pick<Widget, 'type' | 'metrics' | 'kpis'>,
  own: readonly string[] = [],
): SeenMetrics | null {
  // A heatmap shows positions within a zone, the export only how many people were in it.
  if (widgetType === 'heatmap') return { type: 'presence', lost: ['spots'] };
  return tellingOf(widgetType === 'zones' ? ['inside'] : [...[...metrics, ...kpis].map(({ type }) => type), ...own]);
}

/**
 * Returns the type that contains most of the metrics. It prefers the first of several, so that the result does not
 * depend on the time of day.
 */
function tellingOf(shown: readonly string[]): SeenMetrics | null {
  const types = shown.map(findDataType);
  const told = (type: ExportDataType) => types.filter((one) => one === type).length;
  const [type] = types.flatMap((one) => one ?? []).toSorted((one, other) => told(other) - told(one));
  return type === undefined ? null : { type, lost: types.every((one) => one === type) ? [] : ['metrics'] };
}
