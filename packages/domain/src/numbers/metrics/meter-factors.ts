import type { LocalDate } from '../../core/index.ts';
import type { TariffKind } from '../../sites/index.ts';
import { type Dated, findEffective } from './dated.ts';
import type { MeterUnit } from './metric.ts';

export const factorKinds = ['kWhPerUnit', 'kgCo2PerKwh', 'kgCo2PerUnit'] as const;

/** Conversion factor of one unit of a resource (kWh, or m³). */
export interface MeterFactor extends Dated {
  readonly resource: MeterResource;
  readonly per: (typeof factorKinds)[number];
  readonly value: number;
}

export const meterResources = [
  'electricity',
  'heat',
  'water',
  'hotWater',
  'coldWater',
  'gas',
  'oil',
  'wood',
  'coal',
] as const;
export type MeterResource = (typeof meterResources)[number];

const fuels = [
  ['gas', 10.3, 0.202],
  ['oil', 9960, 0.266],
  ['wood', 1600, 0.023],
  ['coal', 6500, 0.34],
] as const;

/** Default factors. Energy in kWh per m³, CO2 in kg. */
export const defaultFactors: readonly MeterFactor[] = [
  factor('electricity', 'kWhPerUnit', 1),
  factor('heat', 'kWhPerUnit', 1),
  factor('electricity', 'kgCo2PerKwh', 0.128),
  factor('heat', 'kgCo2PerKwh', 0.28),
  factor('water', 'kgCo2PerUnit', 0.35),
  // Heating a cubic metre by 50 K takes 4.186 MJ × 50 ÷ 3.6. Cold water carries no paid-for energy.
  factor('hotWater', 'kWhPerUnit', 58.1),
  factor('coldWater', 'kWhPerUnit', 0),
  ...fuels.flatMap(([fuel, energy, co2]) => [factor(fuel, 'kWhPerUnit', energy), factor(fuel, 'kgCo2PerKwh', co2)]),
];

function factor(resource: MeterResource, per: MeterFactor['per'], value: number): MeterFactor {
  return { resource, per, country: null, since: null, value };
}

/** MJ per kWh, exactly. */
const megajoules = 3.6;

/**
 * Returns the value of one unit of a meter's metric on a date, in MJ or kg CO2 (1 in its own unit). Null when no factor
 * is known, e.g. for an unnamed fuel. `descriptors` is canonical (`combustibleType=gas;combustibleUse=heating`).
 * Factors in `own` take precedence over the defaults.
 */
export function findEquivalent(
  metric: string,
  as: Exclude<MeterUnit, 'cost'>,
  descriptors: string,
  date: LocalDate,
  own: readonly MeterFactor[] = [],
  country: string | null = null,
): number | null {
  if (as === 'native') return 1;
  const resources = resourcesOf(metric, descriptors);
  const find = (per: MeterFactor['per']) => factorAt(own, resources, per, country, date);
  const energy = find('kWhPerUnit');
  if (as === 'energy') return energy === null ? null : energy * megajoules;
  const perKwh = find('kgCo2PerKwh');
  return energy !== null && perKwh !== null ? energy * perKwh : find('kgCo2PerUnit');
}

/** Returns the kinds of tariffs that price a unit of a meter's metric, the most specific first. */
export function listTariffKinds(metric: string, descriptors: string): readonly TariffKind[] {
  if (metric === 'electricityProduction') return ['feedIn'];
  return resourcesOf(metric, descriptors).filter((name): name is TariffKind =>
    (pricedKinds[metric] ?? []).includes(name as TariffKind),
  );
}

/** All kinds of tariffs that a metric's meters may have. */
export const pricedKinds: Readonly<Record<string, readonly TariffKind[]>> = {
  electricityConsumption: ['electricity'],
  electricityProduction: ['feedIn'],
  heatConsumption: ['heat'],
  waterConsumption: ['water', 'hotWater', 'coldWater'],
  combustibleConsumption: ['gas', 'oil', 'wood', 'coal'],
};

/** Most specific name first: factors of water in general also apply to hot water. */
function resourcesOf(metric: string, descriptors: string): readonly string[] {
  const described = (key: string) => new RegExp(`(?:^|;)${key}=([^;]*)`).exec(descriptors)?.[1];
  if (metric === 'combustibleConsumption') return [described('combustibleType') ?? 'unknown'];
  const resource = metric.replace(/(Consumption|Production)$/, '');
  return resource === 'water' ? [`${described('waterTemperature')}Water`, resource] : [resource];
}

function factorAt(
  own: readonly MeterFactor[],
  resources: readonly string[],
  per: MeterFactor['per'],
  country: string | null,
  date: LocalDate,
): number | null {
  for (const factors of [own, defaultFactors])
    for (const resource of resources) {
      const fitting = factors.filter((one) => one.resource === resource && one.per === per);
      const found = findEffective(fitting, country, date);
      if (found !== null) return found.value;
    }
  return null;
}
