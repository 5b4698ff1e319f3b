import { expect, test } from 'vitest';
import { buildPieces } from './pieces.ts';

const hour = 3_600_000;
const begin = Date.parse('2026-03-01T00:00:00Z');
const edgesOf = (from: number, width: number, count: number) =>
  Array.from({ length: count + 1 }, (_, index) => from + index * width);

test.each([
  ['of one width', edgesOf(begin, 2 * hour, 12)],
  ['of two widths', [...edgesOf(begin, hour, 3), begin + 5 * hour]],
  ['that are many', edgesOf(begin, hour, 8760)],
])('pieces %s are numbered', (_, edges) => {
  const { expression, placeOf } = buildPieces(edges);
  expect(expression).toMatch(/^toUInt32\(/);
  expect(placeOf('2')).toBe(2);
});

/** Evaluates the SQL expression for an instant as the engine would. */
function numberAt(expression: string, params: Readonly<Record<string, unknown>>, at: number): number {
  const filled = expression.replaceAll(/\{(\w+):\w+\}/g, (_, name: string) => `(${params[name]})`);
  const multiIf = (...said: (number | boolean)[]) => {
    const met = said.findIndex((one, index) => index % 2 === 0 && index + 1 < said.length && one);
    return met < 0 ? said.at(-1) : said[met + 1];
  };
  const intDiv = (left: number, right: number) => Math.trunc(left / right);
  return new Function('at', 'multiIf', 'intDiv', 'toUInt32', `return ${filled}`)(at, multiIf, intDiv, Number);
}

test.each([
  ['a year of days in which clocks are set twice', [24, 24, 25, ...Array(20).fill(24), 23, 24, 24]],
  ['a first and a last piece cut short', [5, 24, 24, 24, 7]],
  ['two long pieces that follow each other', [24, 48, 25, 24, 24, 24]],
  ['days and then hours', [24, 24, 24, ...Array(24).fill(1)]],
  ['weeks and months', [168, 168, 720, 744, 168]],
])('an instant is in the piece that holds it: of %s', (_, hours: number[]) => {
  const edges = [begin];
  for (const count of hours) edges.push((edges.at(-1) as number) + count * hour);
  const { expression, params, placeOf } = buildPieces(edges);
  const last = edges.at(-1) as number;
  for (let at = begin; at < last; at += hour / 2)
    expect(placeOf(numberAt(expression, params, at))).toBe(edges.findLastIndex((edge) => edge <= at));
});

test('days of which a few are longer or shorter are divided by one width', () => {
  const edges = [0, 24, 48, 73, 97, 120, 144].map((hours) => begin + hours * hour);
  expect(buildPieces(edges).expression.match(/intDiv/g)).toHaveLength(1);
});
