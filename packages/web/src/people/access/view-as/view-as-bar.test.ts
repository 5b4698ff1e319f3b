import { expect, it } from 'vitest';
import { formatCountdown } from './view-as-bar.tsx';

it.each([
  [2 * 3_600_000, '2:00'],
  [3_600_001, '1:01'],
  [3_600_000, '1:00'],
  [3_599_000, '59:59'],
  [61_000, '01:01'],
  [59_001, '01:00'],
  [1, '00:01'],
  [0, '00:00'],
  [-5000, '00:00'],
])('%d ms are told as %s (A09)', (milliseconds, text) => {
  expect(formatCountdown(milliseconds)).toBe(text);
});
