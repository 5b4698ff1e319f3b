import type { Expression, Metric, Source, ZoneSetting } from '../metrics/metric.ts';
import { findMetric } from '../metrics/registry.ts';
import { sendableMetrics } from './sendable-metrics.ts';

/** Returns why a derived metric can't be sent, as the end of "… can't be sent: "; null for other metrics. */
export function explainDerived(id: string): string | null {
  const metric = findMetric(id);
  return metric === undefined || sendableMetrics.has(id) ? null : reasonOf(metric);
}

function reasonOf({ kind, expression }: Metric): string {
  if (expression.type === 'scores') return 'it is the score of the underlying measure: send that one';
  if (expression.type === 'setting') return 'it is a setting of the event or the zone';
  if (expression.type === 'sales') return 'it comes from sales imports';
  if (expression.type !== 'ratio') return `it is computed from ${basesOf(expression).join(' and ')}`;
  const { numerator, denominator } = expression;
  if (kind === 'counter' || kind === 'total' || kind === 'money')
    return `it is computed from ${basesOf(numerator.expression).join(' and ')}`;
  return `it is ${nameOf(numerator.expression)} divided by ${nameOf(denominator.expression)}`;
}

const flows = ['affluenceIn', 'affluenceOut'];

/** Returns the metrics that devices send for it. */
function basesOf(expression: Exclude<Expression, { type: 'ratio' | 'scores' }>): readonly string[] {
  switch (expression.type) {
    case 'inside':
      return expression.of === 'tags' ? ['uwbAffluenceIn', 'uwbAffluenceOut'] : flows;
    case 'difference':
      return [nameOf(expression.minuend.expression), nameOf(expression.subtrahend.expression)];
    case 'corrected':
      return flows;
    default:
      return [nameOf(expression)];
  }
}

const settingNames: Readonly<Record<ZoneSetting, string>> = {
  limit: 'the limit',
  area: 'the area',
  queueLength: "the queue's length",
};

/** Returns its name in a list. */
function nameOf(source: Source): string {
  switch (source.type) {
    case 'crossings':
      if (source.gender) return `the ${source.side === 'in' ? 'affluenceIn' : 'affluenceOut'} of a known gender`;
      return source.side === 'in' ? 'affluenceIn' : 'affluenceOut';
    case 'topEntries':
      return "the top zone's affluenceIn";
    case 'passersBy':
      return source.orParentEntries ? 'the passers-by' : 'footfall';
    case 'inside':
      return 'inside';
    case 'corrected':
      return 'corrected flows';
    case 'refusals':
      return 'entries while the limit is reached';
    case 'setting':
      return settingNames[source.of];
    case 'sales':
      return source.of;
    default:
      return source.metric;
  }
}
