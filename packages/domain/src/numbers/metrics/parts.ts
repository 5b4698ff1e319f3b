import { deviceStatusCodes } from '../readings/sendable-metrics.ts';
import type { Metric, Quantity } from './metric.ts';

/** Part of a metric, as its own metric under the label of its group. */
export interface MetricPart {
  readonly label: string;
  readonly metric: Metric;
}

const entries: Quantity = { kind: 'flow', expression: { type: 'crossings', side: 'in' } };
const refusals: Quantity = { kind: 'flow', expression: { type: 'refusals' } };
const passersBy: Quantity = { kind: 'flow', expression: { type: 'passersBy', orParentEntries: false } };

const less = (minuend: Quantity, subtrahend: Quantity) => ({ type: 'difference', minuend, subtrahend }) as const;

/** Returns the people in front of a zone in two parts: those who enter and those who pass by. */
export function getVisitorParts(metric: Metric): readonly MetricPart[] | null {
  if (metric.id !== 'footfall') return null;
  return [
    { label: 'visitors', metric: { ...metric, expression: entries.expression } },
    { label: 'passersBy', metric: { ...metric, expression: less(passersBy, entries) } },
  ];
}

/** Returns the entries of a zone in two parts: below the limit and at the limit. */
export function getLimitParts(metric: Metric): readonly MetricPart[] | null {
  if (metric.id !== 'affluenceIn') return null;
  return [
    { label: 'below', metric: { ...metric, expression: less(entries, refusals) } },
    { label: 'reached', metric: { ...metric, expression: refusals.expression } },
  ];
}

/** Returns the share of the known time that the worst device spent in each code. */
export function getStatusParts(metric: Metric): readonly MetricPart[] | null {
  const { expression } = metric;
  if (expression.type !== 'status') return null;
  const time = (code: number | null): Quantity => ({
    kind: 'state',
    expression: { type: 'statusTime', metric: expression.metric, code },
  });
  const share = { ...metric, kind: 'ratio', unit: '%', decimals: 2 } as const;
  return deviceStatusCodes.map((label, code) => ({
    label,
    metric: {
      ...share,
      expression: { type: 'ratio', numerator: time(code), denominator: time(null), scale: 100 },
    },
  }));
}
