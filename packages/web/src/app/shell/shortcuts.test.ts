import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatKey, maxSequenceDelay, nothingPressed, pressKey, shortcuts } from './shortcuts.ts';

/** Presses keys at the given times (ms) and returns the resulting actions in order. */
function pressAll(...keys: readonly (readonly [key: string, at: number])[]) {
  let pressed = nothingPressed;
  return keys.flatMap(([key, at]) => {
    const next = pressKey(pressed, key, at);
    pressed = next.pressed;
    return next.shortcut?.keys.join(' ') ?? [];
  });
}

describe('keyboard shortcuts', () => {
  it.each([
    ['a single key', [['?', 0]], ['?']],
    [
      'a pair',
      [
        ['g', 0],
        ['s', 300],
      ],
      ['g s'],
    ],
    [
      'a pair too slowly',
      [
        ['g', 0],
        ['s', maxSequenceDelay + 1],
      ],
      [],
    ],
    [
      'a pair broken by another shortcut',
      [
        ['g', 0],
        ['b', 100],
      ],
      ['b'],
    ],
    [
      'a first key again',
      [
        ['g', 0],
        ['g', 100],
        ['h', 200],
      ],
      ['g h'],
    ],
    [
      'a key inside a pair that is one by itself',
      [
        ['g', 0],
        ['?', 100],
      ],
      ['g ?'],
    ],
    ['nothing', [['x', 0]], []],
  ] as const)('%s', (_, keys, done) => {
    expect(pressAll(...keys)).toEqual(done);
  });

  it('are all reachable, each by its own keys', () => {
    for (const { keys } of shortcuts)
      expect(pressAll(...keys.map((key, index) => [key, index * 10] as const))).toEqual([keys.join(' ')]);
  });

  it('never keep more than the beginning of a sequence', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('g', 's', 'x', '?', 'Mod+k')), (keys) => {
        let pressed = nothingPressed;
        for (const [at, key] of keys.entries()) pressed = pressKey(pressed, key, at).pressed;
        return shortcuts.some((shortcut) => pressed.keys.every((key, index) => shortcut.keys[index] === key));
      }),
    );
  });

  it('are named by the key, not by how it is held', () => {
    const held = { ctrlKey: false, metaKey: false, altKey: false };
    expect(formatKey({ ...held, key: 'K', metaKey: true })).toBe('Mod+k');
    expect(formatKey({ ...held, key: 'k', ctrlKey: true })).toBe('Mod+k');
    expect(formatKey({ ...held, key: 'G' })).toBe('g');
    expect(formatKey({ ...held, key: 'Shift' })).toBeNull();
    expect(formatKey({ ...held, key: 'g', altKey: true })).toBeNull();
  });
});
