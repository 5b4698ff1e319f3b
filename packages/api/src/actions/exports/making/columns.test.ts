import { metrics } from '@atrium/domain/numbers';
import { expect, test } from 'vitest';
import { buildDataColumns } from './columns.ts';
import type { ExportSource } from './export-rows.ts';

/** Masks every catalog text, so that only text from other sources remains. */
const words = (_id: string, values: Readonly<Record<string, string>> = {}) => `«${Object.values(values).join('')}»`;

const titlesIn = (currency: string | null) =>
  buildDataColumns({ request: { target: 'zone' }, metrics, site: { currency } } as unknown as ExportSource, words).map(
    ({ title }) => title,
  );

test('units are symbols or words of the reader’s language', () => {
  expect(metrics.length).toBeGreaterThan(20);
  expect(titlesIn('CHF').filter((title) => /[a-z]{4,}/.test(title))).toEqual([]);
  expect(titlesIn('CHF').filter((title) => title.includes('CHF')).length).toBeGreaterThan(2);
});

test('an amount of a site without a currency is called so', () => {
  expect(titlesIn(null).filter((title) => title.includes('currency'))).toEqual([]);
});
