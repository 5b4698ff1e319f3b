import type { Metric } from './metric.ts';

/** People who are there, and how many may be. */
export const presenceMetrics = [
  {
    id: 'inside',
    kind: 'state',
    unit: 'people',
    decimals: 0,
    color: '#e8590c',
    icon: 'users',
    better: 'none',
    expression: { type: 'inside' },
  },
  {
    id: 'limit',
    kind: 'state',
    unit: 'people',
    decimals: 0,
    color: '#868e96',
    icon: 'line-dashed',
    better: 'none',
    expression: { type: 'limit' },
  },
  {
    id: 'occupancy',
    kind: 'ratio',
    unit: '%',
    decimals: 2,
    color: '#d9480f',
    icon: 'gauge',
    better: 'none',
    expression: {
      type: 'ratio',
      numerator: { kind: 'state', expression: { type: 'inside' } },
      denominator: { kind: 'state', expression: { type: 'limit' } },
      scale: 100,
    },
  },
] as const satisfies readonly Metric[];
