import { type AirSample, airSamples, comfortMetrics } from './air-samples.ts';
import type { MeterSince, MeterUnit, Metric, Quantity, Source, ZoneSetting } from './metric.ts';
import { salesMetrics } from './sales.ts';
import { visitMetrics } from './visits.ts';

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
const presenceMetrics: readonly Metric[] = [
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

type Row = readonly [id: string, unit: string, decimals: number, color: string, icon: string, better: Metric['better']];

const rows: readonly Row[] = [
  ['electricityConsumption', 'kWh', 3, '#f59f00', 'bolt', 'down'],
  ['electricityProduction', 'kWh', 3, '#74b816', 'solar-panel', 'up'],
  ['heatConsumption', 'kWh', 3, '#f03e3e', 'flame', 'down'],
  ['heatProduction', 'kWh', 3, '#fa5252', 'campfire', 'up'],
  ['waterConsumption', 'm³', 1, '#228be6', 'droplets', 'down'],
  ['combustibleConsumption', 'm³', 1, '#a61e4d', 'barrel', 'down'],
];

const equivalents = {
  native: { suffix: '', unit: null, decimals: null },
  energy: { suffix: 'EnergyEquivalent', unit: 'MJ', decimals: 3 },
  co2: { suffix: 'Co2Equivalent', unit: 'kgCO2', decimals: 3 },
} as const;

/** What the tariffs make of each meter's metric. */
const costs: readonly Row[] = [
  ['electricityConsumption', 'electricityCost', 2, '#e67700', 'bolt', 'down'],
  ['electricityProduction', 'electricityRevenue', 2, '#5c940d', 'solar-panel', 'up'],
  ['heatConsumption', 'heatCost', 2, '#c92a2a', 'flame', 'down'],
  ['waterConsumption', 'waterCost', 2, '#1864ab', 'droplets', 'down'],
  ['combustibleConsumption', 'combustibleCost', 2, '#862e9c', 'barrel', 'down'],
];

const sinces: readonly (readonly [suffix: string, since: MeterSince])[] = [
  ['', null],
  ['OnDay', 'day'],
  ['OnInterval', 'range'],
];

/** Each meter's metric with its variants. Suffixes come in the order area, equivalent, time. */
const meterMetrics: readonly Metric[] = [
  ...rows.flatMap((row) =>
    ['', 'PerSqm'].flatMap((area) =>
      (['native', 'energy', 'co2'] as const).flatMap((as) =>
        sinces.map(([suffix, since]) => variant(row, area === 'PerSqm', as, suffix, since)),
      ),
    ),
  ),
  ...costs.flatMap(([metered, id, decimals, color, icon, better]) =>
    [false, true].map((perSqm): Metric => {
      const cost = { type: 'metered', metric: metered, as: 'cost', since: null } as const;
      const look = { unit: perSqm ? 'currency/m²' : 'currency', decimals, color, icon, better };
      return {
        ...look,
        id: `${id}${perSqm ? 'PerSqm' : ''}`,
        kind: 'money',
        expression: perSqm ? perSquareMetre(cost) : cost,
      };
    }),
  ),
];

function variant(
  [base, unit, decimals, color, icon, better]: Row,
  perSqm: boolean,
  as: Exclude<MeterUnit, 'cost'>,
  suffix: string,
  since: MeterSince,
): Metric {
  const equivalent = equivalents[as];
  const metered = { type: 'metered', metric: base, as, since } as const;
  return {
    id: `${base}${perSqm ? 'PerSqm' : ''}${equivalent.suffix}${suffix}`,
    kind: since === null ? 'counter' : 'total',
    unit: `${equivalent.unit ?? unit}${perSqm ? '/m²' : ''}`,
    decimals: equivalent.decimals ?? decimals,
    color,
    icon,
    better,
    expression: perSqm ? perSquareMetre(metered) : metered,
  };
}

function perSquareMetre(expression: Source): Metric['expression'] {
  return {
    type: 'ratio',
    numerator: { kind: 'flow', expression },
    denominator: { kind: 'state', expression: { type: 'setting', of: 'area' } },
    scale: 1,
  };
}

const sampled: readonly AirSample[] = airSamples;

const samples: readonly Metric[] = sampled.map(({ id, unit, decimals, color, icon, better }) => ({
  id,
  kind: 'sample',
  unit,
  decimals,
  color,
  icon,
  better,
  expression: { type: 'sampled', metric: id },
}));

const scores: readonly Metric[] = [
  ...sampled.flatMap(({ id, color, icon, band }) => (band ? [score(`${id}Score`, color, icon, [id])] : [])),
  score('comfortScore', '#2b8a3e', 'mood-smile', comfortMetrics),
];

function score(id: string, color: string, icon: string, of: readonly string[]): Metric {
  return { id, kind: 'score', unit: '/5', decimals: 0, color, icon, better: 'up', expression: { type: 'scores', of } };
}

/** Samples of air sensors, and their scores. */
const atmosphereMetrics: readonly Metric[] = [...samples, ...scores];

/** Catalogue by topic, in the order of pickers. */
export const metricFamilies = {
  visits: visitMetrics,
  presence: presenceMetrics,
  atmosphere: atmosphereMetrics,
  meters: meterMetrics,
  sales: salesMetrics,
} as const satisfies Record<string, readonly Metric[]>;

/** All metrics in that order. */
export const metrics: readonly Metric[] = Object.values(metricFamilies).flat();

const byId: ReadonlyMap<string, Metric> = new Map(metrics.map((metric) => [metric.id, metric]));
if (byId.size !== metrics.length) throw new Error('two metrics share an id');

/** Returns the metric of an external id, or undefined. */
export function findMetric(id: string): Metric | undefined {
  return byId.get(id);
}
