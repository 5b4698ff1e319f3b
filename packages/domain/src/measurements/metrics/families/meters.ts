import type { MeterSince, MeterUnit, Metric } from '../metric.ts';

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

const sinces: readonly (readonly [suffix: string, since: MeterSince])[] = [
  ['', null],
  ['OnDay', 'day'],
  ['OnInterval', 'range'],
];

/** Each meter's metric with its variants. Suffixes come in the order area, equivalent, time. */
export const meterMetrics: readonly Metric[] = rows.flatMap((row) =>
  ['', 'PerSqm'].flatMap((area) =>
    (['native', 'energy', 'co2'] as const).flatMap((as) =>
      sinces.map(([suffix, since]) => variant(row, area === 'PerSqm', as, suffix, since)),
    ),
  ),
);

function variant(
  [base, unit, decimals, color, icon, better]: Row,
  perSqm: boolean,
  as: MeterUnit,
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
    expression: perSqm
      ? {
          type: 'ratio',
          numerator: { kind: 'flow', expression: metered },
          denominator: { kind: 'state', expression: { type: 'setting', of: 'area' } },
          scale: 1,
        }
      : metered,
  };
}
