import { parseQuery } from '@atrium/domain/numbers/parsing';
import { expect, test } from 'vitest';
import { isLarge, type SiteSelection } from './scoped-query.ts';

test.each([
  ['2026-01-01/2026-01-08', 9, false],
  ['2026-01-01/2026-02-01', 9, false],
  ['2026-01-01/2026-02-01', 30, true],
  ['2025-01-01/2026-01-01', 1, true],
])('%s of %i sites: large is %s', (period, count, found) => {
  const filters = { conditions: [{ criterion: 'DATE', values: [period] }] };
  const parsed = parseQuery({ metric: 'affluenceIn', filters, groupBy: [] });
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(isLarge({ query: parsed.value, sites: Array<SiteSelection>(count) })).toBe(found);
});
