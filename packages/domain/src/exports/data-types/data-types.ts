import { type Metric, metricFamilies } from '../../measurements/index.ts';

/** What an export is about; the first is what forms begin with. */
export const exportDataTypes = ['counting', 'visits', 'presence', 'air', 'energy', 'sales'] as const;
export type ExportDataType = (typeof exportDataTypes)[number];

/** Whose numbers a row holds. */
export const exportTargets = ['zone', 'passage'] as const;
export type ExportTarget = (typeof exportTargets)[number];

const counted: readonly string[] = ['affluenceIn', 'affluenceOut', 'inside'];
/** Numbers of their own right, rather than the same ones read another way. */
const isCounted = ({ id }: Metric) => counted.includes(id);
const isLeftOut = ({ id, kind }: Metric) => kind === 'status' || kind === 'total' || /Corrected$|^uwb/.test(id);
const isPlainMeter = ({ expression }: Metric) => expression.type === 'metered' && expression.as === 'native';

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

/** The metrics an export of a type tells of its places: a column each. Nobody is inside a passage. */
export function exportedMetrics(dataType: ExportDataType, target: ExportTarget): readonly Metric[] {
  const metrics = metricsOf[dataType];
  return target === 'zone' ? metrics : metrics.filter(({ expression }) => expression.type === 'crossings');
}

/** What can be told of passages: crossings alone. */
export function targetsOf(dataType: ExportDataType): readonly ExportTarget[] {
  return exportTargets.filter((target) => exportedMetrics(dataType, target).length > 0);
}

/** The type whose export tells a metric; null where none does. */
export function dataTypeTelling(metric: string): ExportDataType | null {
  return exportDataTypes.find((type) => metricsOf[type].some(({ id }) => id === metric)) ?? null;
}
