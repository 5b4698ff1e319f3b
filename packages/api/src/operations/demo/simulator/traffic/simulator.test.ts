import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { demoSites } from '../lumen-sites.ts';
import { type SentReading, simulateReadings } from './readings.ts';
import { createSimulator } from './simulator.ts';

const MINUTE = 60_000;
const historyUntil = Date.UTC(2026, 2, 4, 11);
const setting = { number: 1, offsetAt: () => 3_600_000 };

test.each(demoSites.map((model) => [model.key, model] as const))(
  'devices of %s send all they measured since the history once, and nothing from before it, over a pause of theirs too',
  async (_, model) => {
    const sent: SentReading[] = [];
    const clock = aClock(historyUntil);
    const simulator = (deliveredUntil: number) =>
      createSimulator({
        clock,
        sites: [{ model, setting }],
        send: async (readings) => void sent.push(...readings),
        deliveredUntil,
        measuredFrom: historyUntil,
      });
    let running = simulator(historyUntil);
    for (const minutes of [7, 20]) {
      clock.time += minutes * MINUTE;
      await running.round();
    }
    running = simulator(running.deliveredUntil());
    clock.time += 90 * MINUTE;
    await running.round();

    const due = simulateReadings(model, setting, historyUntil, clock.time)
      .filter(({ sentAt }) => sentAt <= clock.time)
      .map(({ reading }) => JSON.stringify(reading));
    expect(due.length).toBeGreaterThan(0);
    expect(sent.map((reading) => JSON.stringify(reading)).sort()).toEqual(due.sort());
    expect(sent.every(({ at }) => Date.parse(at) >= historyUntil)).toBe(true);
  },
);
