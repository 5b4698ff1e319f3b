import { readBody as readHere } from '@atrium/domain/setup/devices/dialects';
import { buildSample, type Moment, sampleIds } from '@atrium/domain/setup/devices/samples';
import { expect, test } from 'vitest';
import { Overloaded } from '../../../platform/failures.ts';
import { createBodyReader } from './body-reader.ts';

const receivedAt = Date.UTC(2026, 10, 24, 13, 46);
const moment: Moment = {
  ...{ device: 'a', name: 'Street door', at: receivedAt - 60_000, interval: 900, sequence: 7 },
  ...{ entered: 5, left: 4, passed: 61, enteredInAll: 105, leftInAll: 99 },
};
const xml = `<a>${'<b/>'.repeat(2_000)}</a>`;

test('the thread answers as the rules do, many bodies at once and each its own', async () => {
  const read = createBodyReader();
  const samples = sampleIds.map((id) => buildSample(id, moment).text);
  const bodies = [...samples, ...samples.map((text) => text + ' '.repeat(5_000)), xml, '<a>', 'true', '{'];
  const answers = await Promise.all(bodies.map((body) => read({ body, receivedAt, maps: [] })));
  expect(answers).toEqual(bodies.map((body) => readHere(body, receivedAt, [])));
});

test('a body that is not read in time is to be sent again', async () => {
  await expect(createBodyReader(0)({ body: xml, receivedAt, maps: [] })).rejects.toThrow(Overloaded);
});
