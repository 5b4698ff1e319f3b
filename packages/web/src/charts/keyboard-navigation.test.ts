import fc from 'fast-check';
import type { KeyboardEvent } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { handleChartKey, type KeyActions, moveIndex, type Step } from './keyboard-navigation.ts';

/** Presses a key in a chart of one or several rows, with or without a current point. `held` are modifier keys. */
function pressed(key: string, walk: Partial<KeyActions> = {}, held: Partial<KeyboardEvent> = {}) {
  const done: string[] = [];
  const kept = vi.fn();
  const event = { key, preventDefault: kept as () => void, ...held } as KeyboardEvent;
  handleChartKey(event, {
    across: (step) => done.push(`across ${step}`),
    down: (step) => done.push(`down ${step}`),
    leave: () => done.push('leave'),
    pick: () => done.push('pick'),
    ...walk,
  });
  return { done, isKept: kept.mock.calls.length > 0 };
}

describe('keys in a picture', () => {
  test.each([
    ['ArrowRight', 'across 1', 'across -1'],
    ['ArrowLeft', 'across -1', 'across 1'],
    ['ArrowDown', 'down 1', 'down 1'],
    ['ArrowUp', 'down -1', 'down -1'],
    ['Home', 'across first', 'across first'],
    ['End', 'across last', 'across last'],
    ['Enter', 'pick', 'pick'],
    ['Escape', 'leave', 'leave'],
  ])('%s does %s, and drawn from right to left %s', (key, done, mirrored) => {
    expect(pressed(key)).toEqual({ done: [done], isKept: true });
    expect(pressed(key, { isMirrored: true })).toEqual({ done: [mirrored], isKept: true });
  });

  test.each<[string, string, Partial<KeyActions>, Partial<KeyboardEvent>]>([
    ['rows', 'ArrowDown', { down: undefined as never }, {}],
    ['anything to pick', 'Enter', { pick: null }, {}],
    ['anything held', 'Escape', { leave: null }, {}],
    ['being meant', 'ArrowLeft', {}, { altKey: true }],
    ['a meaning', 'x', {}, {}],
  ])('without %s %s is left to the page', (_, key, walk, held) => {
    expect(pressed(key, walk, held)).toEqual({ done: [], isKept: false });
  });
});

test('a step always leads to a place there is', () => {
  const place = fc.integer({ min: 1, max: 40 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      from: fc.option(fc.integer({ min: 0, max: count - 1 })),
      step: fc.constantFrom<Step>('first', 'last', 1, -1),
      atEnd: fc.constantFrom('stop' as const, 'around' as const),
    }),
  );
  fc.assert(
    fc.property(place, ({ count, from, step, atEnd }) => {
      const to = moveIndex(from, step, count, atEnd);
      expect(to).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThan(count);
      if (from !== null && typeof step === 'number' && from + step >= 0 && from + step < count)
        expect(to).toBe(from + step);
    }),
  );
  expect([
    moveIndex(3, 1, 4),
    moveIndex(3, 1, 4, 'around'),
    moveIndex(0, -1, 4, 'around'),
    moveIndex(null, -1, 4),
  ]).toEqual([3, 0, 3, 0]);
});
