import { expect, test } from 'vitest';
import { findWorstSilence, type SilentSpan } from './silence.ts';

const minute = 60_000;
const now = 600 * minute;
const silent = (deviceId: number, from: number, to: number, more: Partial<SilentSpan> = {}): SilentSpan => ({
  ...{ deviceId, name: `Camera ${deviceId}`, from: from * minute, to: to * minute },
  ...more,
});

test('names the sensor with the greatest loss, and those silent over the same time', () => {
  expect(findWorstSilence([silent(1, 10, 100), silent(2, 200, 250), silent(3, 200, 250)], now)).toEqual({
    ...{ from: 200 * minute, to: 250 * minute, deviceIds: [2, 3], names: ['Camera 2', 'Camera 3'] },
    ...{ isOngoing: false, isOnly: false },
  });
  expect(findWorstSilence([silent(1, 10, 100)], now)).toMatchObject({ deviceIds: [1], isOnly: true });
});

test('names one that goes on before one that is over, whenever its device would have reported last', () => {
  const ongoing = [silent(2, 580, 600), silent(3, 580, 598)];
  expect(findWorstSilence([silent(1, 10, 500), ...ongoing], now)).toMatchObject({
    ...{ deviceIds: [2, 3], from: 580 * minute, to: now, isOngoing: true, isOnly: false },
  });
  expect(findWorstSilence(ongoing, now)?.isOnly).toBe(true);
});

test('has no name for a sensor without one, and no time for merged silences', () => {
  expect(findWorstSilence([silent(1, 10, 20, { name: '' })], now)?.names).toEqual([null]);
  expect(findWorstSilence([{ deviceId: 1, from: 0, to: 9 }], now)?.names).toEqual([null]);
  expect(findWorstSilence([silent(1, 10, 20, { count: 3 })], now)).toBeNull();
  expect(findWorstSilence([silent(1, 10, 20, { count: 3 }), silent(1, 30, 40)], now)?.isOnly).toBe(false);
  expect(findWorstSilence([], now)).toBeNull();
});
