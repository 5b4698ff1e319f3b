import { expect, test } from 'vitest';
import {
  correctReading,
  doConflict,
  endOfCorrections,
  findAmountProblem,
  findPeriodProblem,
  type ReadingChange,
} from './reading-corrections.ts';

const change = (more: Partial<ReadingChange>): ReadingChange => ({
  device: 1,
  kind: 'void',
  metrics: null,
  amount: null,
  lastLevel: null,
  descriptors: null,
  from: 10_000,
  to: 20_000,
  ...more,
});
const reading = { device: 1, metric: 'affluenceIn', at: 15_000, value: 8, descriptors: '' };
const meter = { ...reading, metric: 'electricityConsumption', value: 30 };
const replaced = change({ kind: 'replaced', amount: 20, lastLevel: 2000, descriptors: '', to: endOfCorrections });

test.each([
  ['void', [change({})], reading, null],
  ['another device', [change({ device: 2 })], reading, reading],
  ['another metric', [change({ metrics: ['co2'] })], reading, reading],
  ['before the period', [change({ from: 15_001 })], reading, reading],
  ['its exclusive end', [change({ to: 15_000 })], reading, reading],
  ['exchange', [change({ kind: 'exchange' })], reading, { ...reading, metric: 'affluenceOut' }],
  ['shift', [change({ kind: 'shift', amount: -60 })], reading, { ...reading, at: -45_000 }],
  ['where a shift moves others', [change({ kind: 'shift', amount: 10, from: 0, to: 6000 })], reading, null],
  ['scale', [change({ kind: 'scale', amount: 0.5 })], reading, { ...reading, value: 4 }],
  ['set', [change({ kind: 'set', amount: 0, descriptors: '' })], reading, { ...reading, value: 0 }],
  ['other descriptors', [change({ kind: 'set', amount: 0, descriptors: 'gender=male' })], reading, reading],
  ['replaced', [replaced], meter, { ...meter, value: 2010 }],
  ['replaced twice', [replaced, { ...replaced, lastLevel: 25 }], meter, { ...meter, value: 2015 }],
  ['scale of a replaced one', [change({ kind: 'scale', amount: 2 }), replaced], meter, { ...meter, value: 2040 }],
  [
    'set beats scale',
    [change({ kind: 'scale', amount: 2 }), change({ kind: 'set', amount: 3, descriptors: '' })],
    reading,
    { ...reading, value: 3 },
  ],
] as const)('%s', (_, changes, sent, expected) => {
  expect(correctReading(changes, sent)).toEqual(expected);
  expect(correctReading([...changes].reverse(), sent)).toEqual(expected);
});

test.each([
  [change({}), change({ from: 19_999, to: 30_000 }), true],
  [change({}), change({ from: 20_000, to: 30_000 }), false],
  [change({ metrics: ['co2'] }), change({ metrics: ['tvoc'] }), false],
  [change({ kind: 'scale' }), change({ kind: 'scale' }), true],
  [change({ kind: 'scale' }), change({ kind: 'exchange' }), false],
  [change({ kind: 'scale' }), change({}), true],
  [change({ kind: 'shift', amount: 10 }), change({ kind: 'scale', from: 25_000, to: 26_000 }), true],
  [change({ kind: 'shift', amount: 10 }), change({ kind: 'scale', from: 30_000, to: 31_000 }), false],
  [replaced, change({}), false],
  [replaced, replaced, true],
  [replaced, { ...replaced, from: 11_000 }, false],
] as const)('%j and %j exclude each other: %s', (one, other, expected) => {
  expect(doConflict(one, other)).toBe(expected);
  expect(doConflict(other, one)).toBe(expected);
});

test.each([
  [{ kind: 'void', amount: 1 }, 'amount'],
  [{ kind: 'void', lastLevel: 1 }, 'lastLevel'],
  [{ kind: 'shift', amount: 0 }, 'amount'],
  [{ kind: 'shift', amount: 1.5 }, 'amount'],
  [{ kind: 'shift', amount: -3600 }, null],
  [{ kind: 'scale', amount: 1 }, 'amount'],
  [{ kind: 'scale', amount: 0.001, metrics: ['co2'] }, null],
  [{ kind: 'set', amount: Number.NaN, metrics: ['co2'] }, 'amount'],
  [{ kind: 'set', amount: 2, metrics: ['binaryOccupancy'] }, 'amount'],
  [{ kind: 'replaced', amount: 20, metrics: ['waterConsumption'] }, null],
  [{ kind: 'replaced', amount: 20, lastLevel: -1, metrics: ['waterConsumption'] }, 'lastLevel'],
] as const)('the numbers of %j: %s', (given, problem) => {
  expect(findAmountProblem({ metrics: null, amount: null, lastLevel: null, ...given })).toBe(problem);
});

test('a shift must not reach beyond the end of today, and a replaced meter has no end', () => {
  const now = 1_000_000_000_000;
  const hour = 3_600_000;
  const period = { from: now - 2 * hour, to: now - hour };
  expect(findPeriodProblem({ ...period, kind: 'shift', amount: 36 * 3600 }, now)).toBeNull();
  expect(findPeriodProblem({ ...period, kind: 'shift', amount: 40 * 3600 }, now)).toBe('ahead');
  expect(findPeriodProblem({ from: now - hour, to: endOfCorrections, kind: 'replaced' }, now)).toBeNull();
  expect(findPeriodProblem({ from: now - 367 * 24 * hour, to: endOfCorrections, kind: 'replaced' }, now)).toBe('long');
  expect(findPeriodProblem({ from: now, to: endOfCorrections, kind: 'replaced' }, now)).toBe('empty');
});
