import { afterEach, expect, it, vi } from 'vitest';
import { recallHeight, rememberHeight } from './brief-height.ts';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

it.each([
  [1440, 220],
  [1024, 316],
  [400, 468],
])('reserves a usual height on the first visit at %i px', (width, height) => {
  vi.stubGlobal('innerWidth', width);
  expect(recallHeight()).toBe(height);
});

it('reserves the height it had in the same layout, at any of its widths', () => {
  vi.stubGlobal('innerWidth', 1440);
  rememberHeight({ offsetHeight: 318.4 } as HTMLElement);
  expect(recallHeight()).toBe(318);
  vi.stubGlobal('innerWidth', 1200);
  expect(recallHeight()).toBe(318);
  vi.stubGlobal('innerWidth', 1024);
  expect(recallHeight()).toBe(316);
});

it.each(['', 'x y', 'narrow', 'narrow -5', 'narrow 99999', 'narrow NaN', '1024 300'])(
  'ignores a stored %j',
  (stored) => {
    vi.stubGlobal('innerWidth', 1024);
    localStorage.setItem('atrium.briefHeight', stored);
    expect(recallHeight()).toBe(316);
  },
);
