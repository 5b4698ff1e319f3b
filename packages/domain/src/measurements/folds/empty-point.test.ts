import { expect, it } from 'vitest';
import { type Cell, foldCells, foldRatio, joinCells } from './index.ts';

const silent: Cell = { state: 'missing' };
const genderless: Cell = { state: 'missing', notTold: ['gender'] };
const ageless: Cell = { state: 'missing', notTold: ['ageCategory'] };
const closed: Cell = { state: 'closed' };
const known = (sum: number): Cell => ({ state: 'known', partial: false, measure: { kind: 'flow', sum } });

it.each([
  ['sensors that do not tell', [genderless, genderless], { state: 'missing', notTold: ['gender'] }],
  ['closed hours beside them', [closed, genderless], { state: 'missing', notTold: ['gender'] }],
  ['several kinds of them', [genderless, ageless], { state: 'missing', notTold: ['ageCategory', 'gender'] }],
  ['a silent sensor, which might have told', [genderless, silent], { state: 'missing' }],
  ['nothing but closed hours', [closed, closed], { state: 'closed' }],
  ['nothing at all', [], { state: 'missing' }],
  ['somebody who told', [genderless, known(0)], { state: 'known', value: 0, partial: true }],
])('what is missing says why: of %s', (_, cells, point) => {
  expect(foldCells(cells, 'SUM')).toEqual(point);
  const joined = joinCells(cells);
  expect(foldCells([joined], 'SUM')).toEqual(point);
});

it('a ratio is missing for the reason of the side that is', () => {
  const ratio = (numerator: Cell, denominator: Cell) => foldRatio([{ numerator, denominator }], 100, 'AVERAGE');
  expect(ratio(known(3), genderless)).toEqual({ state: 'missing', notTold: ['gender'] });
  expect(ratio(genderless, silent)).toEqual({ state: 'missing', notTold: ['gender'] });
  expect(ratio(silent, known(3))).toEqual({ state: 'missing' });
  expect(ratio(known(3), known(0))).toEqual({ state: 'missing' });
});
