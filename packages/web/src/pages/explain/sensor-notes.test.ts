import { expect, test } from 'vitest';
import type { Text, Translate } from '../../i18n/index.ts';
import { findCorrected, listSensorNotes } from './sensor-notes.tsx';

const t = ((id: string, values: object) => `${id} ${JSON.stringify(values)}`) as Translate;

const text = { t, locale: 'en', dateFormat: 'DD/MM/YYYY' } as Text;

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
      {
        sources: [source('Meter 1'), both, { ...both, part: 1 }, source('Pad', { stepsBack: 2, resets: 4, gaps: 1 })],
        corrections: [],
      },
      text,
    ),
  ).toEqual([
    'explain.overlapped {"sensor":"Meter 2","count":3}',
    'explain.stepsBack {"sensor":"Meter 2","count":1}',
    'explain.stepsBack {"sensor":"Pad","count":2}',
    'explain.resets {"sensor":"Pad","count":4}',
    'explain.gaps {"sensor":"Pad","count":1}',
  ]);
});

test('what was taken out is named with its time at the site, its reason and its author', () => {
  const correction = {
    device: 'Front',
    kind: 'void',
    from: Date.parse('2026-03-28T23:00Z'),
    to: Date.parse('2026-03-29T22:00Z'),
    timezone: 'Europe/Zurich',
    reason: 'ladder',
    by: 'Ann',
  };
  const replaced = { ...correction, kind: 'replaced', to: Date.UTC(9999, 0) };
  const corrections = [correction, { ...correction, by: null }, { ...correction, kind: 'shift' }, replaced];
  const notes = listSensorNotes({ sources: [], corrections }, text);
  // Without the marks that isolate the direction of texts.
  expect(notes.map((note) => note.replace(/[\u2066-\u2069]/g, ''))).toEqual([
    'explain.takenOutBy {"sensor":"Front","from":"29/03/2026 00:00","to":"30/03/2026 00:00","reason":"ladder","name":"Ann"}',
    'explain.takenOut {"sensor":"Front","from":"29/03/2026 00:00","to":"30/03/2026 00:00","reason":"ladder"}',
    expect.stringMatching(
      /^explain.correctedBy .*explain.correction.shift.*correctedPeriod.*30\/03\/2026 00:00.*"Ann"}$/,
    ),
    expect.stringMatching(
      /^explain.correctedBy .*explain.correction.replaced.*correctedSince.*29\/03\/2026 00:00.*"Ann"}$/,
    ),
  ]);
});

const span = { from: 10, to: 20 };
const behind = (deviceId: number) => ({ installationId: 1, deviceId });

test('a correction is filled with the period, and with the sensor if there is only one', () => {
  expect(findCorrected([behind(7), behind(7)], span)).toEqual({ ...span, device: 7 });
  expect(findCorrected([behind(7), behind(8)], span)).toEqual(span);
});
