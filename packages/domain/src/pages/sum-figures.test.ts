import { expect, test } from 'vitest';
import { sumFigures } from './headline.ts';

test('a total sums the known sites, and a comparison those known on both sides', () => {
  const sites = [
    { now: 100, usual: 80 },
    { now: 50, usual: null },
    { now: null, usual: 40 },
  ];
  expect(sumFigures(sites)).toEqual({ total: 150, both: { value: 100, usual: 80 } });
  expect(sumFigures(sites.slice(1))).toEqual({ total: 50, both: null });
  expect(sumFigures(sites.slice(2))).toEqual({ total: null, both: null });
});
