import { buildSample, type Moment, sampleIds } from '@atrium/domain/setup/devices/samples';
import { expect, test } from 'vitest';
import { detectBodyFormat } from './detect-body-format.ts';

const at = Date.UTC(2026, 10, 24, 13, 45);
const moment: Moment = {
  ...{ device: 'a', name: 'Street door', at, interval: 900, sequence: 7 },
  ...{ entered: 5, left: 4, passed: 61, enteredInAll: 105, leftInAll: 99 },
};
const reading = { device: 'PAD-1', metric: 'affluenceIn', at: '2026-02-28T10:00:00+01:00', value: 4, interval: 300 };

test.each(sampleIds)('%s is a packet', (id) => {
  expect(detectBodyFormat(Buffer.from(buildSample(id, moment).text))).toBe('packet');
});

test.each<[string, string]>([
  ['one', JSON.stringify(reading)],
  ['a list', JSON.stringify([reading, reading], null, 2)],
  ['an object of readings', ` { "readings": ${JSON.stringify([reading])} }`],
  ['lines', `${JSON.stringify(reading)}\n${JSON.stringify(reading)}`],
  ['with a byte order mark', `\uFEFF${JSON.stringify([reading])}`],
  ['without a value', JSON.stringify({ ...reading, value: undefined })],
])('readings: %s', (_, text) => {
  expect(detectBodyFormat(Buffer.from(text))).toBe('readings');
});

test.each(['', '7', '[', '[7]', '{"device":"a","value":4}', '{"metric":"affluenceIn"}'])('%j is open', (text) => {
  expect(detectBodyFormat(Buffer.from(text))).toBeNull();
});
