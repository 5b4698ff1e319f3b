import { expect, test } from 'vitest';
import { getReportState } from './index.ts';

const from = { neverEnding: false, dateBegin: '2026-03-01', dateEnd: '2026-03-10' };

test.each([
  ['before it begins', from, '2026-02-28', 'INACTIVE'],
  ['on its first day', from, '2026-03-01', 'ACTIVE'],
  ['on its last day', from, '2026-03-10', 'ACTIVE'],
  ['after its end', from, '2026-03-11', 'INACTIVE'],
  ['never ending, whatever its dates', { ...from, neverEnding: true }, '2030-01-01', 'ACTIVE'],
  ['without a beginning', { ...from, dateBegin: null }, '2000-01-01', 'ACTIVE'],
  ['without an end', { ...from, dateEnd: null }, '2030-01-01', 'ACTIVE'],
  ['with no event any more', null, '2026-03-05', 'INACTIVE'],
] as const)('a report is as its event is: %s', (_name, event, date, state) => {
  expect(getReportState(event, date)).toBe(state);
});
