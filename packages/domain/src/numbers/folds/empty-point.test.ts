import { expect, it } from 'vitest';
import { foldCells, foldRatio, joinCells } from './fold-cells.ts';
import type { Cell } from './measure.ts';

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

const saying = (...keys: readonly string[]) => ({ state: 'missing', notTold: keys });

it.each<readonly [of: string, numerators: readonly Cell[], denominators: readonly Cell[], point: object]>([
  ['what nobody tells below the line', [known(3)], [genderless], saying('gender')],
  ['what nobody tells above it, beside a silence below', [genderless], [silent], saying('gender')],
  ['a silence above the line, beside what nobody tells below', [silent], [genderless], saying('gender')],
  ['what nobody tells on both sides: that above the line', [ageless], [genderless], saying('ageCategory')],
  [
    'sides that are known at other times, each untold at the other',
    [known(1), ageless],
    [genderless, known(1)],
    saying('ageCategory', 'gender'),
  ],
  ['a silence on a side that tells at other times', [known(1), genderless], [silent, known(1)], { state: 'missing' }],
  ['a silence', [silent], [known(3)], { state: 'missing' }],
  ['nobody below the line', [known(3)], [known(0)], { state: 'missing' }],
])('a ratio is missing for one reason: %s', (_, numerators, denominators, point) => {
  const cells = numerators.map((numerator, index) => ({ numerator, denominator: denominators[index] as Cell }));
  expect(foldRatio(cells, 100, 'AVERAGE')).toEqual(point);
});
