import { readFileSync } from 'node:fs';
import { getDefaultAggregation, type Metric, metricFamilies } from '@atrium/domain/numbers';
import { code, toPage, toTable } from './markdown.ts';

type Expression = Metric['expression'];
type Source = Exclude<Expression, { readonly type: 'ratio' | 'difference' | 'scores' }>;

const names: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../../../web/src/i18n/messages/en/metric.json', import.meta.url), 'utf8'),
);

const titles: Readonly<Record<keyof typeof metricFamilies, string>> = {
  visits: 'Visits',
  presence: 'Presence',
  atmosphere: 'Air',
  meters: 'Meters',
  sales: 'Sales',
};

/** Builds docs/reference/metrics.md. */
export function buildMetricsPage(): string {
  const families = Object.entries(metricFamilies).map(([family, metrics]) => {
    const rows = metrics.map((metric) => [
      code(metric.id),
      names[`metric.${metric.id}`] ?? '',
      metric.unit,
      metric.kind,
      getDefaultAggregation(metric),
      describeExpression(metric.expression),
    ]);
    const title = titles[family as keyof typeof metricFamilies];
    return `## ${title}\n\n${toTable(['id', 'name', 'unit', 'kind', 'aggregation', 'formula'], rows)}`;
  });
  return toPage(
    '# Metrics',
    'This page is the reference of all metrics, for people who read or compute numbers.',
    '- **Kind** decides how numbers combine over time and places. [What each number means](../measurements.md) has the rules.\n- **Aggregation** is the default one.\n- **Formula**: a ratio divides sums, over the times in which both sides are known. `currency` is the currency of the site.',
    'Missing is never 0: a metric without data has no value.',
    ...families,
  );
}

function describeExpression(expression: Expression): string {
  switch (expression.type) {
    case 'ratio': {
      const { numerator, denominator, scale } = expression;
      const ratio = `${describeSource(numerator.expression)} ÷ ${describeSource(denominator.expression)}`;
      return scale === 1 ? ratio : `${scale} × ${ratio}`;
    }
    case 'difference':
      return `${describeSource(expression.minuend.expression)} − ${describeSource(expression.subtrahend.expression)}, at least 0`;
    case 'scores':
      return expression.of.length === 1 ? `score of ${expression.of[0]}` : `worst score of ${expression.of.join(', ')}`;
    default:
      return describeSource(expression);
  }
}

const amounts = {
  value: (metric: string) => `reported ${metric}`,
  weighted: (metric: string) => `sum of ${metric} × visits`,
  weight: () => 'visits',
} as const;

const settings = { limit: 'limit of the zone', area: 'area of the zone', queueLength: 'length of the queue' } as const;
const equivalents = {
  native: '',
  energy: ', as energy',
  co2: ', as CO₂',
  cost: ' by the tariffs of the site',
} as const;
const sales = { turnover: 'turnover', orders: 'receipts above 0', goods: 'items of receipts' } as const;

function describeSource(source: Source): string {
  switch (source.type) {
    case 'sampled':
      return `samples of ${source.metric}`;
    case 'counted':
      return amounts[source.amount](source.metric);
    case 'crossings': {
      const who = source.gender === undefined ? 'people' : `people of gender ${source.gender.join(' or ')}`;
      const where = source.where === undefined ? '' : `, where ${source.where} is reported`;
      return `${who} who ${source.side === 'in' ? 'enter' : 'leave'}${where}`;
    }
    case 'topEntries':
      return 'people who enter the top zone';
    case 'passersBy':
      return source.orParentEntries ? 'passers-by, or people who enter the parent zone' : 'passers-by';
    case 'inside':
      return `${source.of === 'tags' ? 'tags' : 'people'} in minus out since the change of day, at least 0${source.corrected ? ', corrected' : ''}`;
    case 'corrected':
      return `people who ${source.side === 'in' ? 'enter' : 'leave'}, scaled so that the day ends at 0`;
    case 'refusals':
      return 'people who enter while the limit is reached';
    case 'level':
      return `reported ${source.metric}, until the next report`;
    case 'levelTime':
      return `time in which ${source.metric} is known`;
    case 'setting':
      return settings[source.of];
    case 'metered':
      return `consumption of ${source.metric}${equivalents[source.as]}${source.since === null ? '' : source.since === 'day' ? ', since the change of day' : ', since the period began'}`;
    case 'visitors':
      return 'distinct visitors';
    case 'status':
      return 'worst status code';
    case 'statusTime':
      return 'time in a status';
    case 'sales':
      return sales[source.of];
  }
}
