import type { Metric, Quantity, Source } from './metric.ts';

type Look = Pick<Metric, 'unit' | 'decimals' | 'color' | 'icon' | 'better'>;

const entries = flowOf({ type: 'crossings', side: 'in' });

function flowOf(expression: Source): Quantity {
  return { kind: 'flow', expression };
}

function counted(metric: string): Quantity {
  return flowOf({ type: 'counted', metric, amount: 'value' });
}

function flow(id: string, look: Partial<Look>, expression: Source, kind: 'flow' | 'count' = 'flow'): Metric {
  const plain = { unit: 'visitors', decimals: 0, color: '#3b5bdb', icon: 'users', better: 'none' } as const;
  return { id, kind, ...plain, ...look, expression };
}

function share(id: string, look: Partial<Look>, numerator: Quantity, denominator: Quantity): Metric {
  const plain = { unit: '%', decimals: 2, color: '#0ca678', icon: 'percentage', better: 'up' } as const;
  return { id, kind: 'ratio', ...plain, ...look, expression: { type: 'ratio', numerator, denominator, scale: 100 } };
}

/** A mean weighted by visits is a ratio of sums too. */
function duration(id: string, color: string, icon: string, better: Metric['better']): Metric {
  return {
    id,
    kind: 'duration',
    unit: 's',
    decimals: 0,
    color,
    icon,
    better,
    expression: {
      type: 'ratio',
      numerator: flowOf({ type: 'counted', metric: id, amount: 'weighted' }),
      denominator: flowOf({ type: 'counted', metric: id, amount: 'weight' }),
      scale: 1,
    },
  };
}

const entering = { color: '#3b5bdb', icon: 'door-enter', better: 'up' } as const;
const leaving = { color: '#7048e8', icon: 'door-exit', better: 'none' } as const;

/** Entries, exits, passers-by, queues and stays. */
export const visitMetrics: readonly Metric[] = [
  flow('affluenceIn', entering, entries.expression),
  flow('affluenceOut', leaving, { type: 'crossings', side: 'out' }),
  flow('affluenceInCorrected', { ...entering, color: '#4c6ef5' }, { type: 'corrected', side: 'in' }),
  flow('affluenceOutCorrected', { ...leaving, color: '#845ef7' }, { type: 'corrected', side: 'out' }),
  flow('refusals', { unit: 'people', color: '#f03e3e', icon: 'user-x', better: 'down' }, { type: 'refusals' }, 'count'),
  {
    id: 'uniqueVisitors',
    kind: 'distinct',
    unit: 'visitors',
    decimals: 0,
    color: '#1c7ed6',
    icon: 'user-check',
    better: 'up',
    expression: { type: 'visitors', metric: 'uniqueVisitors' },
  },
  flow('footfall', { color: '#1098ad', icon: 'walk', better: 'up' }, { type: 'passersBy', orParentEntries: false }),
  share(
    'footfallCaptureRate',
    { icon: 'target-arrow' },
    entries,
    flowOf({ type: 'passersBy', orParentEntries: false }),
  ),
  share(
    'captureRate',
    { color: '#2f9e44', icon: 'magnet' },
    entries,
    flowOf({ type: 'passersBy', orParentEntries: true }),
  ),
  share('popularity', { color: '#e64980', icon: 'star' }, entries, flowOf({ type: 'topEntries' })),
  duration('dwell', '#0b7285', 'hourglass', 'up'),
  duration('dwellAbandon', '#c92a2a', 'hourglass-off', 'none'),
  duration('dwellWalkthrough', '#1864ab', 'shoe', 'none'),
  duration('waitingTime', '#e8590c', 'clock-pause', 'down'),
  flow('queueAffluenceIn', { ...entering, better: 'none' }, counted('queueAffluenceIn').expression),
  flow('queueAffluenceOut', { ...leaving, better: 'up' }, counted('queueAffluenceOut').expression),
  flow(
    'queueAbandon',
    { color: '#e03131', icon: 'door-off', better: 'down' },
    counted('queueAbandon').expression,
    'count',
  ),
  share(
    'abandonRate',
    { color: '#c92a2a', icon: 'trending-down', better: 'down' },
    counted('queueAbandon'),
    counted('queueAffluenceIn'),
  ),
  flow(
    'numberOfGroups',
    { unit: 'groups', color: '#66a80f', icon: 'users-group', better: 'up' },
    counted('numberOfGroups').expression,
    'count',
  ),
  {
    ...share(
      'groupSize',
      { unit: 'people', decimals: 1, color: '#5c940d', icon: 'friends', better: 'none' },
      entries,
      counted('numberOfGroups'),
    ),
    // Counts only people at places where groups are counted.
    expression: {
      type: 'ratio',
      numerator: flowOf({ type: 'crossings', side: 'in', where: 'numberOfGroups' }),
      denominator: counted('numberOfGroups'),
      scale: 1,
    },
  },
  share(
    'femaleProportion',
    { color: '#d6336c', icon: 'gender-female', better: 'none' },
    flowOf({ type: 'crossings', side: 'in', gender: ['female'] }),
    flowOf({ type: 'crossings', side: 'in', gender: ['female', 'male'] }),
  ),
  flow('uwbAffluenceIn', { ...entering, color: '#087f5b' }, counted('uwbAffluenceIn').expression),
  flow('uwbAffluenceOut', { ...leaving, color: '#5f3dc4' }, counted('uwbAffluenceOut').expression),
  duration('uwbDwell', '#099268', 'hourglass', 'up'),
];
