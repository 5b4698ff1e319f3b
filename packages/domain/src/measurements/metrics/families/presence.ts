import type { Metric, Quantity, Source, ZoneSetting } from '../metric.ts';

type Look = Pick<Metric, 'id' | 'unit' | 'decimals' | 'color' | 'icon' | 'better'>;

const inside = stateOf({ type: 'inside', of: 'doors', corrected: false });
const queue = stateOf({ type: 'level', metric: 'queueLength' });

function stateOf(expression: Source): Quantity {
  return { kind: 'state', expression };
}

function setting(of: ZoneSetting): Quantity {
  return stateOf({ type: 'setting', of });
}

function people(id: string, color: string, icon: string, expression: Source): Metric {
  return { id, kind: 'state', unit: 'people', decimals: 0, color, icon, better: 'none', expression };
}

function ratio(kind: 'ratio' | 'density', look: Look, numerator: Quantity, denominator: Quantity): Metric {
  return { ...look, kind, expression: { type: 'ratio', numerator, denominator, scale: kind === 'ratio' ? 100 : 1 } };
}

const percent = { unit: '%', decimals: 2, better: 'none' } as const;
const perArea = { unit: 'p/m²', decimals: 2, better: 'none' } as const;

/** People present, their limits, and the space they have. */
export const presenceMetrics: readonly Metric[] = [
  people('inside', '#e8590c', 'users', inside.expression),
  people('insideCorrected', '#fd7e14', 'users', { type: 'inside', of: 'doors', corrected: true }),
  people('limit', '#868e96', 'line-dashed', { type: 'setting', of: 'limit' }),
  ratio('ratio', { id: 'occupancy', ...percent, color: '#d9480f', icon: 'gauge' }, inside, setting('limit')),
  {
    ...percent,
    id: 'binaryOccupancy',
    kind: 'ratio',
    color: '#f76707',
    icon: 'armchair',
    expression: {
      type: 'ratio',
      numerator: stateOf({ type: 'level', metric: 'binaryOccupancy', perDevice: true }),
      denominator: stateOf({ type: 'levelTime', metric: 'binaryOccupancy' }),
      scale: 100,
      together: true,
    },
  },
  people('queueLength', '#ae3ec9', 'line', queue.expression),
  ratio('density', { id: 'density', ...perArea, color: '#4263eb', icon: 'grid-dots' }, inside, setting('area')),
  {
    ...ratio('density', { id: 'densityMax', ...perArea, color: '#364fc7', icon: 'grid-dots' }, inside, setting('area')),
    own: 'MAX',
  },
  ratio(
    'density',
    { id: 'linearDensity', unit: 'p/m', decimals: 2, better: 'none', color: '#862e9c', icon: 'ruler-measure' },
    queue,
    setting('queueLength'),
  ),
  {
    id: 'reverseDensity',
    kind: 'density',
    unit: 'm²/p',
    decimals: 2,
    color: '#1971c2',
    icon: 'arrows-maximize',
    better: 'none',
    expression: { type: 'ratio', numerator: setting('area'), denominator: inside, scale: 1, inverse: true },
  },
  people('uwbInside', '#d9480f', 'users', { type: 'inside', of: 'tags', corrected: false }),
  {
    id: 'deviceStatus',
    kind: 'status',
    unit: '',
    decimals: 0,
    color: '#495057',
    icon: 'heartbeat',
    better: 'down',
    expression: { type: 'status', metric: 'deviceStatus' },
  },
];
