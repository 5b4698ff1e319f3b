import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countRegister, type RegisterState, startRegister } from './count-register.ts';

const hour = 3_600_000;

/** Returns what each sample after the first adds; `back` while the register is below its highest value. */
function read(stands: readonly (readonly [hours: number, stand: number])[], rollover = 0): (number | 'back')[] {
  let line: RegisterState | null = null;
  return stands.flatMap(([hours, stand]) => {
    if (line === null) {
      line = startRegister(stand);
      return [];
    }
    const step = countRegister(line, hours * hour, stand, rollover);
    line = step.line;
    return [step.isBack && step.amount === 0 ? 'back' : Math.round(step.amount * 1000) / 1000];
  });
}

const hourly = (...stands: number[]) => stands.map((stand, hours) => [hours, stand] as const);

it.each([
  ['rises', hourly(10, 15, 15, 40), 0, [5, 0, 25]],
  [
    'a tremble counts neither the register nor itself',
    hourly(50_000, 49_999.9, 50_000.1, 50_000, 50_002),
    0,
    ['back', 0.1, 'back', 1.9],
  ],
  ['a rise that stays below counts nothing', hourly(100, 90, 95, 99, 103), 0, ['back', 'back', 'back', 3]],
  ['exactly where it was', hourly(100, 90, 100, 101), 0, ['back', 0, 1]],
  ['under a tenth is a reset', hourly(100, 9.9, 12), 0, [9.9, 2.1]],
  ['exactly a tenth is not', hourly(100, 10, 12), 0, ['back', 'back']],
  ['a reset after a step back', hourly(100, 60, 5, 8), 0, ['back', 5, 3]],
  ['a tremble around a tenth of the highest value is none', hourly(100, 10.1, 9.9), 0, ['back', 'back']],
  ['a wrap', hourly(990, 5, 25), 1000, [15, 20]],
  ['a wrap counts from the highest value', hourly(999, 998, 4), 1000, ['back', 5]],
  ['a tremble of a register that wraps', hourly(990, 989.5, 991), 1000, ['back', 1]],
  ['a fall that is no wrap nor a reset', hourly(400, 300), 1000, ['back']],
  ['a reset where a rollover is declared', hourly(400, 4), 1000, [4]],
  [
    '24 h later it starts anew from there',
    [
      [0, 100],
      [1, 40],
      [24.9, 50],
      [25, 60],
      [26, 63],
    ],
    0,
    ['back', 'back', 'back', 3],
  ],
  [
    'a day counts from the first step back',
    [
      [0, 100],
      [1, 40],
      [20, 30],
      [25, 35],
      [26, 36],
    ],
    0,
    ['back', 'back', 'back', 1],
  ],
  [
    'silence goes on being below',
    [
      [0, 100],
      [1, 40],
      [72, 70],
      [73, 71],
    ],
    0,
    ['back', 'back', 1],
  ],
  [
    'silence, then above',
    [
      [0, 100],
      [1, 40],
      [72, 120],
    ],
    0,
    ['back', 20],
  ],
] as const)('%s', (_, stands, rollover, expected) => {
  expect(read(stands, rollover)).toEqual(expected);
});

it('however a register jitters within a day, it counts how much its highest value exceeds the first', () => {
  const trembling = fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 40 })), {
    minLength: 2,
    maxLength: 90,
  });
  fc.assert(
    fc.property(trembling, (moves) => {
      let top = 10_000;
      const stands = moves.map(([rise, tremble], index) => {
        top += rise;
        return [index / 4, top - tremble] as const;
      });
      const counted = read(stands).reduce<number>((sum, one) => sum + (one === 'back' ? 0 : one), 0);
      const values = stands.map(([, stand]) => stand);
      expect(counted).toBe(Math.max(...values) - (values[0] as number));
    }),
  );
});
