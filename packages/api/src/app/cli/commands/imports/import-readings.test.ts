import { expect, test } from 'vitest';
import { importReadings } from './import-readings.ts';

const parse = (...args: readonly string[]) => importReadings.parse(['file.csv', '--organization', 'One', ...args]);

test('a recipe gives the options, and those given replace its own', () => {
  expect(parse('--recipe', 'enedis', '--device', '=EL-1', '--timezone', 'Indian/Reunion')).toMatchObject({
    ok: true,
    value: {
      file: 'file.csv',
      options: {
        plan: {
          timezone: 'Indian/Reunion',
          timeColumn: 'Horodate',
          device: { serial: 'EL-1' },
          maps: [{ column: 'Valeur', metric: 'electricityConsumption', unit: 'W', serial: null }],
          interval: 1800,
          timesAreEnds: true,
          kind: 'amount',
        },
      },
    },
  });
});

test('a name of no shipped recipe may be one of the organization, which only its store knows', () => {
  expect(parse('--recipe', 'till 7', '--device', '=PAD-1')).toMatchObject({
    ok: true,
    value: { options: { recipe: 'till 7', given: { device: '=PAD-1' }, plan: null } },
  });
});

test.each([
  [['--recipe', 'enedis'], /^--device is missing/],
  [['--recipe', 'aranet', '--device', '=AIR-1'], /^--timezone is missing/],
  [['--timezone', 'UTC'], /^--time is missing/],
  [['--timezone', 'UTC', '--time', 't', '--map', 'a=co2'], /^--device is missing/],
])('%j is refused', (args, message) =>
  expect(parse(...args)).toEqual({ ok: false, error: expect.stringMatching(message) }),
);

test('columns of a wide table name their devices, and their units', () => {
  expect(
    parse('--timezone', 'UTC', '--time', 't', '--map', 'North = a=electricityConsumption:Wh x10@EL-1'),
  ).toMatchObject({
    value: {
      options: {
        plan: {
          device: null,
          maps: [{ column: 'North = a', metric: 'electricityConsumption', unit: 'Wh x10', serial: 'EL-1' }],
        },
      },
    },
  });
});
