import { expect, test } from 'vitest';
import type { Translate } from '../../../i18n/index.ts';
import { sensorNotes } from './sensor-notes.tsx';

const t = ((id: string, values: object) => `${id} ${JSON.stringify(values)}`) as Translate;

const source = (device: string, oddities: { readonly overlapped?: number; readonly stepsBack?: number } = {}) => ({
  deviceId: 1,
  device,
  passage: null,
  metric: 'electricityConsumption',
  part: 0,
  subtracts: false,
  readings: 12,
  sum: 40,
  overlapped: 0,
  stepsBack: 0,
  ...oddities,
});

test('what is odd about readings is told of each sensor once, of the others nothing', () => {
  const both = source('Meter 2', { overlapped: 3, stepsBack: 1 });
  expect(sensorNotes([source('Meter 1'), both, { ...both, part: 1 }, source('Pad', { stepsBack: 2 })], t)).toEqual([
    'explain.overlapped {"sensor":"Meter 2","count":3}',
    'explain.stepsBack {"sensor":"Meter 2","count":1}',
    'explain.stepsBack {"sensor":"Pad","count":2}',
  ]);
});
