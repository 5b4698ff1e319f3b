import { expect, test } from 'vitest';
import { WallTimeResolver } from './wall-order.ts';

const minute = 60_000;
/** A repeated hour from 02:00 to 03:00; local times in minutes. */
const from = 120;
const to = 180;

/**
 * Feeds local times in the order of a file. Returns for each in the repeated hour whether it was resolved as first,
 * second or unclear.
 */
function passes(walls: readonly number[], spacing = 0): string {
  const answers: { at: number | null; order: number; wall: number }[] = [];
  let index = 0;
  const order = new WallTimeResolver<{ order: number; wall: number }>(spacing * minute, {
    emit: (row, at) => void answers.push({ ...row, at }),
    unclear: ({ row }) => void answers.push({ ...row, at: null }),
  });
  for (const wall of walls) {
    const row = { order: index++, wall };
    const at = wall * minute;
    if (wall < from || wall >= to) order.unambiguous(row, at, wall < from ? at : at + 60 * minute);
    else order.ambiguous({ wall: at, earlier: at, later: at + 60 * minute, row });
  }
  order.end();
  expect(answers.map((answer) => answer.order)).toEqual(walls.map((_, position) => position));
  return answers
    .filter(({ wall }) => wall >= from && wall < to)
    .map(({ at, wall }) => (at === null ? '?' : at === wall * minute ? '1' : '2'))
    .join('');
}

test.each([
  ['forward, once: the first', [110, 120, 150, 180], '11'],
  ['forward, twice', [110, 120, 150, 120, 150, 180], '1122'],
  ['backward, once: the first', [180, 150, 120, 110], '11'],
  ['backward, twice', [180, 150, 120, 150, 120, 110], '2211'],
  ['backward within a day of days that run forward', [185, 175, 125, 175, 125, 115, 1_500], '2211'],
  ['forward at the end of a file', [110, 130, 125], '12'],
  ['backward at the beginning of a file', [130, 150, 110], '21'],
  ['no unambiguous row: the first', [130, 120, 140], '111'],
  ['no unambiguous row, and a time again', [130, 120, 130], '???'],
  ['no unambiguous row, and the hour twice', [120, 150, 120, 150], '????'],
  ['no unambiguous row, and a row written twice', [120, 120, 150], '111'],
  ['a row written twice is no turn', [110, 120, 120, 150, 180], '111'],
  ['a turn more than there are passes', [110, 120, 150, 135, 165, 120, 135, 150, 165, 180], '????????'],
  ['three times the same hour', [60, 120, 120, 120, 180], '???'],
  ['an hour entered between neighbours that run against each other', [180, 120, 135, 240], '??'],
  ['one row of the hour that comes late, after the hour', [110, 120, 135, 180, 150, 240], '11?'],
  ['one row of the hour between neighbours that run against each other, alone', [180, 150, 240], '1'],
  ['the same hour again, in the order of its neighbours', [110, 120, 150, 180, 110, 120, 150, 180], '1111'],
])('%s', (_, walls, expected) => {
  expect(passes(walls)).toBe(expected);
});

test('rows an hour apart: the same time twice is both passes', () => {
  expect(passes([60, 120, 120, 180])).toBe('12');
  expect(passes([180, 120, 120, 60])).toBe('21');
  expect(passes([110, 120, 120, 180], 60)).toBe('12');
  expect(passes([120, 120], 60)).toBe('??');
});
