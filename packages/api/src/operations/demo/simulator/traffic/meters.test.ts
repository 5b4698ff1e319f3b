import { describe, expect, it } from 'vitest';
import { demoSites } from '../lumen-sites.ts';
import { computeRegister } from './meters.ts';

const QUARTER = 900_000;
const meters = demoSites.flatMap(({ meters = [] }) => meters);
const lasting = meters.filter(({ replacedAt }) => replacedAt === undefined);

describe('simulated meters', () => {
  it('never run backwards', () => {
    const from = Date.UTC(2025, 9, 1);
    for (const meter of lasting)
      for (let at = from; at < from + 400 * 96 * QUARTER; at += 7 * QUARTER)
        expect(computeRegister(meter, at + QUARTER, 0)).toBeGreaterThanOrEqual(computeRegister(meter, at, 0));
  });

  it('use by day what the model says, give or take the season', () => {
    for (const meter of lasting) {
      const year = computeRegister(meter, Date.UTC(2027, 0, 1), 0) - computeRegister(meter, Date.UTC(2026, 0, 1), 0);
      expect(year / 365 / meter.perDay).toBeCloseTo(1, 1);
    }
  });

  it('begin at 0 when they take the place of another', () => {
    const replaced = meters.filter(({ replacedAt }) => replacedAt !== undefined);
    expect(replaced).not.toEqual([]);
    for (const meter of replaced) {
      const at = Date.parse(meter.replacedAt ?? '');
      expect(computeRegister(meter, at - QUARTER, 0)).toBeGreaterThan(1000);
      expect(computeRegister(meter, at, 0)).toBe(0);
      expect(computeRegister(meter, at + 4 * QUARTER, 0)).toBeGreaterThan(0);
      expect(computeRegister(meter, at + 4 * QUARTER, 0)).toBeLessThan(meter.perDay);
    }
  });

  it('use more at their peak than at night', () => {
    const meter = meters.find(({ day }) => day >= 0.5);
    if (!meter) throw new Error('the demo has no meter with a daily rhythm');
    const noon = Date.UTC(2026, 5, 10) + meter.peakHour * 3_600_000;
    const hour = (at: number) => computeRegister(meter, at + 1_800_000, 0) - computeRegister(meter, at - 1_800_000, 0);
    expect(hour(noon)).toBeGreaterThan(1.4 * hour(noon + 12 * 3_600_000));
  });
});
