import type { Widget } from '@atrium/domain/dashboards/definitions';
import { dataTypeTelling, type ExportDataType } from '@atrium/domain/exports/data-types';
import type { LostPart } from '../../exports/index.ts';

/** The data type that tells what is shown, and what of it that type has not. */
export interface SeenMetrics {
  readonly type: ExportDataType;
  readonly lost: readonly LostPart[];
}

/**
 * Of a widget; null: no export tells any of it. `own` are the metrics of a type that its definition does not name, as
 * the places of a map.
 */
export function seenMetrics(
  { type: widgetType, metrics = [], kpis = [] }: Pick<Widget, 'type' | 'metrics' | 'kpis'>,
  own: readonly string[] = [],
): SeenMetrics | null {
  // Its pictures say where in a zone people were; a file says how many were in it.
  if (widgetType === 'heatmap') return { type: 'presence', lost: ['spots'] };
  return tellingOf(widgetType === 'zones' ? ['inside'] : [...[...metrics, ...kpis].map(({ type }) => type), ...own]);
}

/** The type that tells the most of them, the first among equals: what is not shown at this hour changes nothing. */
function tellingOf(shown: readonly string[]): SeenMetrics | null {
  const types = shown.map(dataTypeTelling);
  const told = (type: ExportDataType) => types.filter((one) => one === type).length;
  const [type] = types.flatMap((one) => one ?? []).toSorted((one, other) => told(other) - told(one));
  return type === undefined ? null : { type, lost: types.every((one) => one === type) ? [] : ['metrics'] };
}
