import { expect, test } from 'vitest';
import type { Translate } from '../../i18n/index.ts';
import { listSensorNotes } from './sensor-notes.tsx';

const t = ((id: string, values: object) => `${id} ${JSON.stringify(values)}`) as Translate;

type Oddities = Partial<Record<'overlapped' | 'stepsBack' | 'resets' | 'gaps', number>>;

const source = (device: string, oddities: Oddities = {}) => ({
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
  resets: 0,
  gaps: 0,
  ...oddities,
});

test('what is odd about readings is told of each sensor once, of the others nothing', () => {
  const both = source('Meter 2', { overlapped: 3, stepsBack: 1 });
  expect(
    listSensorNotes(
      [source('Meter 1'), both, { ...both, part: 1 }, source('Pad', { stepsBack: 2, resets: 4, gaps: 1 })],
      t,
    ),
  ).toEqual([
    'explain.overlapped {"sensor":"Meter 2","count":3}',
    'explain.stepsBack {"sensor":"Meter 2","count":1}',
    'explain.stepsBack {"sensor":"Pad","count":2}',
    'explain.resets {"sensor":"Pad","count":4}',
    'explain.gaps {"sensor":"Pad","count":1}',
  ]);
});
