import type { Instant } from '../../core/index.ts';
import type { MeterUnit } from './metric.ts';

/** What one unit of a resource is worth from `since` on; `country` null is the default for all without their own. */
export interface MeterFactor {
  readonly resource: string;
  readonly per: 'kWhPerUnit' | 'kgCo2PerKwh' | 'kgCo2PerUnit';
  readonly country: string | null;
  readonly since: Instant;
  readonly value: number;
}

const always = -8.64e15;

const fuels = [
  ['gas', 10.3, 0.202],
  ['oil', 9960, 0.266],
  ['wood', 1600, 0.023],
  ['coal', 6500, 0.34],
] as const;

/** Defaults, used where no other factor is set. Energy in kWh per m³, CO2 in kg. */
export const defaultFactors: readonly MeterFactor[] = [
  factor('electricity', 'kWhPerUnit', 1),
  factor('heat', 'kWhPerUnit', 1),
  factor('electricity', 'kgCo2PerKwh', 0.128),
  factor('heat', 'kgCo2PerKwh', 0.28),
  factor('water', 'kgCo2PerUnit', 0.35),
  ...fuels.flatMap(([fuel, energy, co2]) => [factor(fuel, 'kWhPerUnit', energy), factor(fuel, 'kgCo2PerKwh', co2)]),
];

function factor(resource: string, per: MeterFactor['per'], value: number): MeterFactor {
  return { resource, per, country: null, since: always, value };
}

/** MJ per kWh, exactly. */
const megajoules = 3.6;

/**
 * What one unit of a meter's metric is worth at an instant, in MJ or kg CO2 (1 in its own unit); null where no factor is
 * known, as of a fuel nobody named. `descriptors` is canonical (`combustibleType=gas;combustibleUse=heating`).
 */
export function equivalentOf(
  metric: string,
  as: MeterUnit,
  descriptors: string,
  at: Instant,
  factors: readonly MeterFactor[] = defaultFactors,
  country: string | null = null,
): number | null {
  if (as === 'native') return 1;
  const resource = resourceOf(metric, descriptors);
  const find = (per: MeterFactor['per']) => factorAt(factors, resource, per, country, at);
  const energy = find('kWhPerUnit');
  if (as === 'energy') return energy === null ? null : energy * megajoules;
  const perKwh = find('kgCo2PerKwh');
  return energy !== null && perKwh !== null ? energy * perKwh : find('kgCo2PerUnit');
}

function resourceOf(metric: string, descriptors: string): string {
  if (metric !== 'combustibleConsumption') return metric.replace(/(Consumption|Production)$/, '');
  return /(?:^|;)combustibleType=([^;]*)/.exec(descriptors)?.[1] ?? 'unknown';
}

/** The country's own factor goes before the general one, the latest that had begun before earlier ones. */
function factorAt(
  factors: readonly MeterFactor[],
  resource: string,
  per: MeterFactor['per'],
  country: string | null,
  at: Instant,
): number | null {
  const fitting = factors
    .filter((one) => one.resource === resource && one.per === per && one.since <= at)
    .filter((one) => one.country === null || one.country === country)
    .sort((left, right) => Number(right.country !== null) - Number(left.country !== null) || right.since - left.since);
  return fitting[0]?.value ?? null;
}
