import { expect, test } from 'vitest';
import { changeTariffs } from './edit-tariffs.ts';
import { createEmptySite, type DeclaredTariff } from './site-declaration.ts';

const tariff = (kind: DeclaredTariff['kind']): DeclaredTariff => ({
  ...{ kind, price: 1, validFrom: null, validTo: null, lowPrice: null, lowHours: [] },
  ...{ standingPerDay: null, standingPerMonth: null },
});

const event = (...metrics: string[]) => ({
  ...{ name: metrics.join(), neverEnding: true, dateBegin: null, dateEnd: null, limit: null, removedAt: null },
  metrics,
});

test('events show the cost of what they measure, as far as it has a tariff', () => {
  const site = {
    ...createEmptySite('hall', 'Hall', 'UTC'),
    events: [
      event('affluenceIn'),
      event('electricityConsumption', 'waterConsumption'),
      event('combustibleConsumption'),
    ],
  };
  const shown = (...kinds: DeclaredTariff['kind'][]) =>
    changeTariffs(changeTariffs(site, [tariff('heat'), tariff('oil')]), kinds.map(tariff)).events.map(
      ({ metrics }) => metrics,
    );
  expect(shown('electricity', 'gas', 'heat')).toEqual([
    ['affluenceIn'],
    ['electricityConsumption', 'waterConsumption', 'electricityCost'],
    ['combustibleConsumption', 'combustibleCost'],
  ]);
  expect(shown('hotWater')).toEqual([
    ['affluenceIn'],
    ['electricityConsumption', 'waterConsumption', 'waterCost'],
    ['combustibleConsumption'],
  ]);
  expect(shown()).toEqual(site.events.map(({ metrics }) => metrics));
});
