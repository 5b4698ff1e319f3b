import { expect, test } from 'vitest';
import { demoSites } from '../lumen-sites.ts';
import { simulateSensor } from './sensor-readings.ts';

const hour = 3_600_000;
const setting = { number: 1, offsetAt: () => hour };
const site = demoSites.find(({ key }) => key === 'arcades-du-lac');

/** Returns the flagship's sensor readings of a day in quarters, by metric. */
function dayOf(from: number) {
  const told = (site?.sensors ?? []).flatMap((sensor) =>
    Array.from({ length: 96 }, (_, quarter) =>
      site === undefined ? [] : simulateSensor(site, setting, sensor, from + quarter * (hour / 4), 15),
    ).flat(),
  );
  return Map.groupBy(told, ({ metric }) => metric);
}

const sum = (readings: readonly { value: number }[] = []) => readings.reduce((total, { value }) => total + value, 0);
/** A Saturday, at midnight in winter time. */
const saturday = Date.UTC(2026, 1, 6, 23);

test('who joins the queue is served or gives up, and the more wait the longer it takes', () => {
  for (let day = 0; day < 30; day += 1) {
    const told = dayOf(saturday + day * 24 * hour);
    expect(sum(told.get('queueAffluenceIn'))).toBe(sum(told.get('queueAffluenceOut')) + sum(told.get('queueAbandon')));
    const waits = told.get('waitingTime') ?? [];
    expect(waits.reduce((total, { weight = 0 }) => total + weight, 0)).toBe(sum(told.get('queueAffluenceOut')));
    for (const { value } of waits) expect(value).toBeGreaterThan(0);
  }
});

test('tags that came in go out the same day', () => {
  const told = dayOf(saturday);
  expect(sum(told.get('uwbAffluenceIn'))).toBeGreaterThan(20);
  expect(Math.abs(sum(told.get('uwbAffluenceIn')) - sum(told.get('uwbAffluenceOut')))).toBeLessThanOrEqual(3);
});

test('a visitor who comes back is the same visitor', () => {
  const visitors = dayOf(saturday).get('uniqueVisitors') ?? [];
  const different = new Set(visitors.map(({ visitor }) => visitor));
  expect(different.size).toBeLessThan(visitors.length);
  expect(different.size).toBeGreaterThan(visitors.length * 0.6);
});

test('readings of an hour are deterministic', () => {
  const once = dayOf(saturday);
  expect([...dayOf(saturday)]).toEqual([...once]);
});
