import { expect, test } from 'vitest';
import { demoSites } from '../lumen-sites.ts';
import { simulateReadings } from './readings.ts';
import type { SiteModel } from './site-model.ts';

const from = Date.UTC(2026, 2, 4, 11);
const to = from + 2 * 3_600_000;
const setting = { number: 1, offsetAt: () => 3_600_000 };

function countsOf(site: SiteModel) {
  const serials = new Set(site.doors.map(({ serial }) => serial));
  return simulateReadings(site, setting, from, to)
    .map(({ reading }) => reading)
    .filter(({ device }) => serials.has(device));
}

const telling = demoSites.filter(({ doors }) => doors.some(({ tells }) => tells));

test('some sites of the demo count by gender, some by engagement, some by age, most by none', () => {
  const told = (key: string) => demoSites.filter((site) => countsOf(site).some((reading) => key in reading));
  expect(told('gender').map(({ key }) => key)).toEqual(['boutique-rhone']);
  expect(told('engagement').map(({ key }) => key)).toEqual(['galleria-lugano']);
  expect(told('ageCategory').map(({ key }) => key)).toEqual(['arcades-du-lac']);
});

test.each(telling.map((site) => [site.key, site] as const))(
  'what the doors of %s tell apart adds up to what they would count, and no total is sent beside it',
  (_, site) => {
    const plain = { ...site, doors: site.doors.map(({ tells: _tells, ...door }) => door) };
    const sums = (readings: ReturnType<typeof countsOf>) =>
      Object.fromEntries(
        [...Map.groupBy(readings, ({ device, metric, at }) => `${device} ${metric} ${at}`)].map(([key, same]) => [
          key,
          same.reduce((sum, { value }) => sum + value, 0),
        ]),
      );
    const told = countsOf(site);
    expect(sums(told)).toEqual(sums(countsOf(plain)));
    const telling = new Set(site.doors.filter(({ tells }) => tells).map(({ serial }) => serial));
    for (const { device, gender, engagement, ageCategory } of told)
      expect((gender ?? engagement ?? ageCategory) !== undefined).toBe(telling.has(device));
    for (const { serial, tells } of site.doors) {
      if (tells === undefined) continue;
      const counted = (value?: string) =>
        told
          .filter(({ device, ...reading }) => device === serial && (!value || reading[tells.descriptor] === value))
          .reduce((sum, { value: people }) => sum + people, 0);
      for (const [index, share] of tells.shares.entries()) {
        const found = counted(tells.values[index]) / counted();
        expect(Math.abs(found - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / counted()));
      }
    }
  },
);
