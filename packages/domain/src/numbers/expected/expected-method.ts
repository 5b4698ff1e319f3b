import type { Metric, MetricKind } from '../metrics/index.ts';

/** How the expected value and the range of a metric are formed (docs/expected.md). */
export interface ExpectedMethod {
  /** Days that are compared: the same weekday of eight weeks, or the last ten working days (or days off). */
  readonly samples: 'weekdays' | 'sameKind';
  /** Whether each sample is scaled to the present level. */
  readonly isScaled: boolean;
  /** What a deviation is measured in: it grows with the root of the value, in proportion to it, or not at all. */
  readonly spread: 'counts' | 'money' | 'relative' | 'absolute';
  /** Whether values are 0 or more, and their range too. */
  readonly isPositive: boolean;
  /** Whether the values of parts of a day add up to the value of the day. */
  readonly isSum: boolean;
}

const counts: ExpectedMethod = {
  samples: 'weekdays',
  isScaled: true,
  spread: 'counts',
  isPositive: true,
  isSum: true,
};
const levels: ExpectedMethod = {
  samples: 'weekdays',
  isScaled: false,
  spread: 'absolute',
  isPositive: true,
  isSum: false,
};
const energy: ExpectedMethod = { ...counts, spread: 'relative' };

const methods: Readonly<Record<MetricKind, ExpectedMethod | null>> = {
  flow: counts,
  count: counts,
  distinct: { ...counts, isSum: false },
  money: { ...counts, spread: 'money' },
  counter: energy,
  total: { ...energy, isSum: false },
  state: levels,
  density: levels,
  sample: levels,
  duration: levels,
  ratio: levels,
  score: null,
  status: null,
};

/** Metrics that follow the season: eight weeks ago, the weather was another. */
const seasonal = /^(?:temperature$|humidity$|heat)/;

/** Returns the method for a metric; null for those without an expected value: scores, statuses and settings. */
export function getExpectedMethod({ id, kind, expression }: Metric): ExpectedMethod | null {
  const method = methods[kind];
  if (method === null || expression.type === 'setting') return null;
  if (!seasonal.test(id)) return method;
  return { ...method, samples: 'sameKind', isScaled: false, isPositive: id !== 'temperature' };
}
