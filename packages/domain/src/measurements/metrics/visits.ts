import type { Metric, Quantity } from './metric.ts';

const entries: Quantity = { kind: 'flow', expression: { type: 'crossings', side: 'in' } };

/** People who come, go and pass by. */
export const visitMetrics = [
  {
    id: 'affluenceIn',
    kind: 'flow',
    unit: 'visitors',
    decimals: 0,
    color: '#3b5bdb',
    icon: 'door-enter',
    better: 'up',
    expression: entries.expression,
  },
  {
    id: 'affluenceOut',
    kind: 'flow',
    unit: 'visitors',
    decimals: 0,
    color: '#7048e8',
    icon: 'door-exit',
    better: 'none',
    expression: { type: 'crossings', side: 'out' },
  },
  {
    id: 'footfall',
    kind: 'flow',
    unit: 'visitors',
    decimals: 0,
    color: '#1098ad',
    icon: 'walk',
    better: 'up',
    expression: { type: 'passersBy', orParentEntries: false },
  },
  {
    id: 'footfallCaptureRate',
    kind: 'ratio',
    unit: '%',
    decimals: 2,
    color: '#0ca678',
    icon: 'target-arrow',
    better: 'up',
    expression: {
      type: 'ratio',
      numerator: entries,
      denominator: { kind: 'flow', expression: { type: 'passersBy', orParentEntries: false } },
      scale: 100,
    },
  },
  {
    id: 'captureRate',
    kind: 'ratio',
    unit: '%',
    decimals: 2,
    color: '#2f9e44',
    icon: 'magnet',
    better: 'up',
    expression: {
      type: 'ratio',
      numerator: entries,
      denominator: { kind: 'flow', expression: { type: 'passersBy', orParentEntries: true } },
      scale: 100,
    },
  },
] as const satisfies readonly Metric[];
