import { describe, expect, test } from 'vitest';
import { sendableMetrics } from '../readings/index.ts';
import { parseClock } from './clock-text.ts';
import {
  convert,
  detectHeaderUnit,
  findTimeColumns,
  guessHeader,
  isTotalRow,
  parseRowTime,
  parseUnit,
} from './index.ts';

const minute = 60_000;

test.each<[string, number | null]>([
  ['7:05', 425],
  ['07:05:30', 425.5],
  ['7:05 PM', 1145],
  ['12:05 a.m.', 5],
  ['12 PM', 720],
  ['07h05', 425],
  ['0705', 425],
  ['7', 420],
  ['07 Uhr', 420],
  ['0.5', 720],
  ['0,295138889', 425],
  ['24:00', 1440],
  ['24:01', null],
  ['7:60', null],
  ['13:00 PM', null],
  ['25', null],
  ['noon', null],
  ['', null],
])('%s is %s minutes after midnight', (text, minutes) => {
  expect(parseClock(text)).toBe(minutes === null ? null : minutes * minute);
});

test.each([
  [['date', '00:00', '00:30', 'total'], false, { 1: '00:00', 2: '00:30' }],
  [['date', '00:30', '24:00'], true, { 1: '00:30', 2: '24:00' }],
  [['date', '00:30', '00:00'], true, { 1: '00:30', 2: '24:00' }],
  [['date', '12 AM', '1 PM'], false, { 1: '12 AM', 2: '1 PM' }],
  [['date', '07:00-08:00', '08:00 - 09:00'], false, { 1: '07:00', 2: '08:00' }],
  [['date', '07:00-08:00', '23:00-00:00'], true, { 1: '08:00', 2: '24:00' }],
  [['hour', '2020-02-14', '2020-02-15'], false, { 1: '2020-02-14', 2: '2020-02-15' }],
  [['door', '1', '2', '3'], false, {}],
  [['07:00', 'in'], false, {}],
])('%j, ends %s', (names, areEnds, expected) => {
  const found = findTimeColumns(names, areEnds);
  expect(Object.fromEntries(found.map(({ index, part }) => [index, Object.values(part)[0]]))).toEqual(expected);
});

test.each([
  [0, false, '0:00', '23:00'],
  [1, false, '0:00', '23:00'],
  [1, true, '1:00', '24:00'],
  [0, true, '1:00', '24:00'],
])('hours numbered from %i, ends %s', (first, areEnds, start, end) => {
  const names = Array.from({ length: 24 }, (_, index) => `H${String(index + first).padStart(2, '0')}`);
  const found = findTimeColumns(['date', ...names], areEnds);
  expect([found.length, found[0]?.part, found.at(-1)?.part]).toEqual([24, { clock: start }, { clock: end }]);
});

test.each<[string, string | null, string | null]>([
  ['43875.295138889', null, '2020-02-14T07:05:00.000Z'],
  ['43875', '7:05', '2020-02-14T07:05:00.000Z'],
  ['43875,5', null, '2020-02-14T12:00:00.000Z'],
  ['99999', null, null],
  ['14.02.2020', '24:00', '2020-02-15T00:00:00.000Z'],
  ['2020-02-14 00:00:00', '0.5', '2020-02-14T12:00:00.000Z'],
  ['2020-02-14 07:00', '0.5', null],
  ['14 Feb 2020', '7', '2020-02-14T07:00:00.000Z'],
])('%s and %s', (text, clock, expected) => {
  const time = parseRowTime(text, clock, null);
  expect(time !== null && 'wall' in time ? new Date(time.wall).toISOString() : null).toBe(expected);
});

describe('units', () => {
  test.each<[string, string, number, number | null]>([
    ['electricityConsumption', 'Wh', 224, 0.224],
    ['electricityConsumption', 'wh', 224, 0.224],
    ['electricityConsumption', 'MWh', 2, 2000],
    ['electricityConsumption', 'MJ', 36, 10],
    ['electricityConsumption', 'kW', 8, 4],
    ['electricityConsumption', 'kWh x40', 2, 80],
    ['waterConsumption', 'l', 1500, 1.5],
    ['combustibleConsumption', 'm³ × 10', 3, 30],
    ['combustibleConsumption', 'm3*0.1', 3, 0.3],
    ['affluenceIn', 'x2', 3, 6],
    ['temperature', '°F', 68, 20],
    ['temperature', 'K', 293.15, 20],
    ['hcho', 'µg/m³', 30, 0.03],
    ['pm25', 'mg/m3', 0.03, 30],
    ['dwell', 'min', 2, 120],
    ['combustibleConsumption', 'kWh', 1, null],
    ['temperature', 'ppm', 1, null],
    ['affluenceIn', 'x0', 1, null],
    ['affluenceIn', '', 1, null],
  ])('%s in %s: %d is %s', (metric, unit, value, expected) => {
    const conversion = parseUnit(metric, unit);
    if (expected === null) expect(conversion).toBeNull();
    else expect(conversion && convert(value, conversion, 1800)).toBeCloseTo(expected, 9);
  });

  test.each([
    ['electricityConsumption', 'Consumption (Wh)', 'Wh'],
    ['electricityConsumption', 'Energy [MWh] total', 'MWh'],
    ['electricityConsumption', 'active_energy_kWh', 'kWh'],
    ['waterConsumption', 'Water / l', 'none'],
    ['waterConsumption', 'Water (l)', 'l'],
    ['combustibleConsumption', 'Gas (m³ x 10)', 'm³ x 10'],
    ['temperature', 'Temp min', 'none'],
    ['temperature', 'Temp (°F)', '°F'],
    ['affluenceIn', 'Entries (all)', 'none'],
    ['affluenceIn', 'North door (x2)', 'none'],
    ['combustibleConsumption', 'Gas (x10)', 'x10'],
    ['combustibleConsumption', 'Line x10', 'none'],
    ['dwell', 'Dwell min', 'none'],
    ['dwell', 'Dwell (min)', 'min'],
  ])('%s: the header %s states %s', (metric, name, expected) => {
    const found = detectHeaderUnit(metric, name);
    expect(found === 'none' ? found : found.text).toBe(expected);
  });

  test('a unit of something else is told apart from none', () => {
    expect(detectHeaderUnit('combustibleConsumption', 'Gas (kWh)')).toEqual({ text: 'kWh', conversion: 'other' });
    expect(detectHeaderUnit('tvoc', 'VOC (ppb)')).toEqual({ text: 'ppb', conversion: 'other' });
  });

  test('every measured metric but those of people has its own unit, unchanged', () => {
    const own: Record<string, string> = {
      electricityConsumption: 'kWh',
      waterConsumption: 'm³',
      co2: 'ppm',
      hcho: 'mg/m³',
    };
    for (const [metric, unit] of Object.entries(own)) {
      expect(sendableMetrics.has(metric)).toBe(true);
      const conversion = parseUnit(metric, unit);
      expect(conversion && convert(3, conversion, 60)).toBe(3);
    }
  });
});

test.each([
  [['Total', '', '12'], '', true],
  [['', 'Summe Februar:', '12'], '', true],
  [['Summe: Februar', '12'], 'Summe: Februar', true],
  [['North total', '12'], '', false],
  [['', '12'], '', false],
])('%j is a total: %s', (fields, time, expected) => expect(isTotalRow(fields, time)).toBe(expected));

test.each<[string[][], number | null]>([
  [
    [
      ['time', 'in'],
      ['2020-02-14 07:00', '3'],
    ],
    0,
  ],
  [
    [
      ['Meter', 'Unit'],
      ['123', 'W'],
      ['Horodate', 'Valeur'],
      ['2020-02-14T07:00:00Z', '3'],
    ],
    2,
  ],
  [[['Report'], ['date', '00:00', '01:00'], ['14.02.2020', '1', '2']], 1],
  [
    [
      ['hour', '14/02/2020', '15/02/2020'],
      ['07:00', '1', '2'],
    ],
    0,
  ],
  [
    [
      ['time', 'co2'],
      ['1', '2020-02-14 07:00', '600'],
      ['2', '2020-02-14 07:05', '610'],
    ],
    0,
  ],
  [[['a word'], ['another']], null],
  [[], null],
])('the header of %j is %s', (records, expected) => expect(guessHeader(records)).toBe(expected));
