import { expect, test } from 'vitest';
import { findCorrected } from './correct-link.tsx';

const span = { from: 10, to: 20 };
const source = (deviceId: number) => ({ installationId: 1, deviceId });

test('a correction is filled with the period, and with the sensor if there is only one', () => {
  expect(findCorrected([source(7), source(7)], span)).toEqual({ ...span, device: 7 });
  expect(findCorrected([source(7), source(8)], span)).toEqual(span);
});
