import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoSites, rivalSites } from '../lumen-sites.ts';
import { simulateReceipts } from './tills.ts';

const DAY = 86_400_000;
const since = Date.UTC(2026, 1, 2);
const setting = (number: number) => ({ number, offsetAt: () => 3_600_000 });
const selling = [...demoSites, ...rivalSites].filter(({ tills }) => tills !== undefined);

describe('simulated tills', () => {
  it('print the same receipts however the time is cut, each number once', () => {
    const [site] = demoSites.filter(({ key }) => key === 'boutique-rhone');
    if (site === undefined) throw new Error('the demo has no boutique');
    const whole = simulateReceipts(site, setting(3), since, since + 3 * DAY);
    expect(new Set(whole.map(({ receipt }) => receipt)).size).toBe(whole.length);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 * DAY }), { maxLength: 6 }), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), 3 * DAY].map((cut) => since + cut);
        const pieces = edges
          .slice(1)
          .flatMap((to, index) => simulateReceipts(site, setting(3), edges[index] as number, to));
        expect(pieces).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('sell by month what the model says: whole baskets, few returns, nothing at night', () => {
    for (const [index, site] of selling.entries()) {
      const sold = simulateReceipts(site, setting(index + 1), since, since + 28 * DAY);
      const { ordersPerDay = 0, itemPrice = 0, itemsPerOrder = 0, coin = 1 } = site.tills ?? {};
      const orders = sold.filter(({ turnover }) => turnover > 0);
      const openDays = site.hours.filter((hours) => hours !== null).length * 4;
      expect(orders.length / openDays / ordersPerDay, site.key).toBeGreaterThan(0.7);
      expect(orders.length / openDays / ordersPerDay, site.key).toBeLessThan(1.3);
      const goods = orders.reduce((sum, { items }) => sum + items, 0);
      expect(goods / orders.length / itemsPerOrder, site.key).toBeCloseTo(1, 0);
      expect(orders.reduce((sum, { turnover }) => sum + turnover, 0) / goods / itemPrice, site.key).toBeCloseTo(1, 0);
      expect(sold.filter(({ turnover }) => turnover < 0).length, site.key).toBeLessThan(0.06 * sold.length);
      for (const { turnover, soldAt } of sold) {
        expect(Math.abs(turnover / coin - Math.round(turnover / coin))).toBeLessThan(1e-6);
        const hour = ((soldAt + 3_600_000) % DAY) / 3_600_000;
        expect(hour).toBeGreaterThanOrEqual(9);
        expect(hour).toBeLessThan(21.25);
      }
    }
  });

  it('sell to a share of those who come in that shops have: some, never most', () => {
    const outer: Readonly<Record<string, readonly string[]>> = {
      'arcades-du-lac': ['ARC-NORTH', 'ARC-SOUTH', 'ARC-METRO', 'ARC-P1', 'ARC-P2'],
      'boutique-rhone': ['RHO-DOOR'],
      'galleria-lugano': ['LUG-LAKE', 'LUG-TOWN'],
      'regent-street': ['REG-MAIN', 'REG-SIDE'],
      'bryant-park': ['BRY-MAIN', 'BRY-42ND'],
      'shinjuku-east': ['SHJ-EAST', 'SHJ-STATION'],
      'rival-basel': ['RIV-DOOR-1', 'RIV-DOOR-2'],
    };
    for (const { key, doors, tills } of selling) {
      const visitors = doors
        .filter(({ serial }) => outer[key]?.includes(serial))
        .reduce((sum, { visitorsPerDay }) => sum + visitorsPerDay, 0);
      const conversion = (tills?.ordersPerDay ?? 0) / visitors;
      expect(conversion, key).toBeGreaterThan(0.01);
      expect(conversion, key).toBeLessThan(0.35);
    }
  });
});
