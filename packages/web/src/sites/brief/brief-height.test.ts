import { afterEach, expect, it, vi } from 'vitest';
import { recallHeight, rememberHeight } from './brief-height.ts';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('reserves the height it had at the same width, and that of the lead at others', () => {
  expect(recallHeight()).toBe(72);
  rememberHeight({ offsetHeight: 318.4 } as HTMLElement);
  expect(recallHeight()).toBe(318);
  vi.stubGlobal('innerWidth', innerWidth + 100);
  expect(recallHeight()).toBe(72);
});

it.each(['', 'x y', '1024', '1024 -5', '1024 99999', '1024 NaN'])('ignores a stored %j', (stored) => {
  localStorage.setItem('atrium.briefHeight', stored.replace('1024', String(innerWidth)));
  expect(recallHeight()).toBe(72);
});
