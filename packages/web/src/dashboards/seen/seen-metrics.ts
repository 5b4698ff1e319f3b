import type { Widget } from '@atrium/domain/dashboards/definitions';
import { dataTypeTelling, type ExportDataType } from '@atrium/domain/exports';

/** The data type of what a widget shows, and whether it shows more than that has; null: no export tells any of it. */
export function seenMetrics({
  type: widgetType,
  metrics = [],
  kpis = [],
}: Pick<Widget, 'type' | 'metrics' | 'kpis'>): { readonly type: ExportDataType; readonly isMore: boolean } | null {
  const shown = widgetType === 'zones' ? ['inside'] : [...metrics, ...kpis].map(({ type }) => type);
  const types = shown.map(dataTypeTelling);
  const type = types.find((one) => one !== null) ?? null;
  return type === null ? null : { type, isMore: types.some((one) => one !== type) };
}
