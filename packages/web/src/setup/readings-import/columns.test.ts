import { describe, expect, it } from 'vitest';
import { findColumnsProblem, guessMeanings, parseColumns } from './columns.ts';

describe('the columns of a file', () => {
  it('have their first values, with any separator', () => {
    expect(parseColumns('\uFEFFtime;in;"out ""b"""\r\n2026-01-01 08:00;3;4\r\n2026-01-01 08:05;5;\r\n2026-01')).toEqual(
      [
        { name: 'time', samples: ['2026-01-01 08:00', '2026-01-01 08:05'] },
        { name: 'in', samples: ['3', '5'] },
        { name: 'out "b"', samples: ['4'] },
      ],
    );
  });

  it('begin after an unnamed row number', () => {
    expect(parseColumns('time,co2\n1,2026-01-01,600\n')?.map(({ samples }) => samples)).toEqual([
      ['2026-01-01'],
      ['600'],
    ]);
  });

  it.each(['', 'one column\n1\n', '"open'])('of %j there are none', (text) => expect(parseColumns(text)).toBeNull());
});

describe('the meaning of columns', () => {
  const metrics = new Set(['affluenceIn', 'queueLength', 'temperature', 'co2']);
  const meanings = (...names: readonly string[]) =>
    guessMeanings(
      names.map((name) => ({ name, samples: [] })),
      metrics,
    );

  it('is guessed by their names, each meaning once', () => {
    expect(meanings('Timestamp', 'Serial number', 'in', 'Entries', 'queueLength', 'weather', 'Temp °C', 'CO2')).toEqual(
      ['time', 'device', 'affluenceIn', '', 'queueLength', '', 'temperature', 'co2'],
    );
  });

  it.each([
    [['in', 'affluenceIn'], 'noTime'],
    [['time', 'time', 'co2'], 'twoTimes'],
    [['time', 'device', 'device', 'co2'], 'twoDevices'],
    [['time', 'device', ''], 'noMetric'],
    [['time', 'co2', 'co2'], 'twiceMetric'],
    [['time', '', 'co2'], null],
  ])('%j: %s', (given, problem) => expect(findColumnsProblem(given)).toBe(problem));
});
