import { expect, test } from 'vitest';
import type { Text } from '../../i18n/index.ts';
import { type Count, describeResult } from './current-count.ts';

const text = {
  t: (id: string, values: object = {}) => [id, ...Object.values(values)].join(' '),
  locale: 'en',
} as unknown as Text;
const count = (parts: Partial<Count>): Count =>
  ({
    state: 'compared',
    error: null,
    errorFrom: null,
    errorTo: null,
    handAlong: 12,
    handAgainst: 3,
    ...parts,
  }) as Count;
const plain = (one: Count) =>
  describeResult(one, text)
    .replace(/[\u2066\u2069]/g, '')
    .replaceAll('\u202f', ' ');

test('an error shows its sign and interval, or why there is none', () => {
  expect(plain(count({ error: 0.02, errorFrom: -0.034, errorTo: 0.072 }))).toBe('setUp.count.error +2 % −3 % +7 %');
  expect(plain(count({}))).toBe('setUp.count.tooFew 15 30');
  for (const state of ['waiting', 'silent', 'tooShort'] as const)
    expect(plain(count({ state }))).toBe(`setUp.count.${state}`);
});
