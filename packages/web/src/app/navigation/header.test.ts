import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countFitting } from './header.tsx';

it.each([
  ['all of them to the last px', { widths: [100, 100, 100], gap: 10, room: 320 }, 3],
  ['two and the menu', { widths: [100, 100, 100], gap: 10, room: 319 }, 2],
  ['one and the menu', { widths: [100, 100, 100], gap: 10, room: 253 }, 1],
  ['the menu alone', { widths: [100, 100, 100], gap: 10, room: 60 }, 0],
  ['no links', { widths: [], gap: 10, room: 0 }, 0],
])('fits %s', (_what, given, fitting) => {
  expect(countFitting(given)).toBe(fitting);
});

it('never shows more than fits', () => {
  const widths = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 10 });
  fc.assert(
    fc.property(widths, fc.integer({ min: 34, max: 1500 }), (all, room) => {
      const fitting = countFitting({ widths: all, gap: 2, room });
      const menu = fitting < all.length ? 34 + 2 : 0;
      const used = all.slice(0, fitting).reduce((sum, width) => sum + width + 2, -2) + menu;
      expect(Math.max(0, used)).toBeLessThanOrEqual(room);
    }),
  );
});
