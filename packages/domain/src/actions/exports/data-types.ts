import { type Metric, metricFamilies } from '../../numbers/index.ts';

/** Subjects of an export; the first is the forms' default. */
export const exportDataTypes = ['counting', 'visits', 'presence', 'air', 'energy', 'sales'] as const;
export type ExportDataType = (typeof exportDataTypes)[number];

/** Subject of a row. */
export const exportTargets = ['zone', 'passage'] as const;
export type ExportTarget = (typeof exportTargets)[number];

const counted: readonly string[] = ['affluenceIn', 'affluenceOut', 'inside'];
/** Metrics that are measured themselves, rather than variants of others. */
const isCounted = ({ id }: Metric) => counted.includes(id);
const isLeftOut = ({ id, kind }: Metric) => kind === 'status' || kind === 'total' || /Corrected$|^uwb/.test(id);
const isPlainMeter = ({ expression }: Metric) =>
  expression.type === 'metered' && (expression.as === 'native' || expression.as === 'cost');

const { visits, presence, atmosphere, meters, sales } = metricFamilies;
const people = [...visits, ...presence];
const metricsOf: Readonly<Record<ExportDataType, readonly Metric[]>> = {
  counting: people.filter(isCounted),
  visits: visits.filter((metric) => !isCounted(metric) && !isLeftOut(metric)),
  presence: presence.filter((metric) => !isLeftOut(metric)),
  air: atmosphere.filter(({ kind }) => kind === 'sample'),
  energy: meters.filter((metric) => isPlainMeter(metric) && !isLeftOut(metric)),
  sales: sales.filter((metric) => !isLeftOut(metric)),
};

/**
 * Returns the metrics of an export type for its places, one column each. Passages have no metrics about people inside.
 */
export function listExportMetrics(dataType: ExportDataType, target: ExportTarget): readonly Metric[] {
  const metrics = metricsOf[dataType];
  return target === 'zone' ? metrics : metrics.filter(({ expression }) => expression.type === 'crossings');
}

/** Returns the targets with any metrics. Passages only have crossings. */
export function listExportTargets(dataType: ExportDataType): readonly ExportTarget[] {
  return exportTargets.filter((target) => listExportMetrics(dataType, target).length > 0);
}

/** Returns the export type that contains a metric. Null if none does. */
export function findDataType(metric: string): ExportDataType | null {
  return exportDataTypes.find((type) => metricsOf[type].some(({ id }) => id === metric)) ?? null;
}
