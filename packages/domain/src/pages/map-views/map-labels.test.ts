import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseTextColor, computeContrast, computeLuminance, parseChannels } from './map-colors.ts';
import { findLabelCorner } from './map-labels.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('what is written on a colour', () => {
  it('is readable on every colour', () => {
    fc.assert(
      fc.property(hex, (fill) => {
        const ratio = computeContrast(
          computeLuminance(parseChannels(chooseTextColor(fill, 1, '#ffffff'))),
          computeLuminance(parseChannels(fill)),
        );
        expect(ratio).toBeGreaterThanOrEqual(4.35);
      }),
    );
  });

  it.each([
    ['#0D2C8C', 1, '#ffffff', '#ffffff'],
    ['#DCE6FF', 1, '#0f1216', '#0b1016'],
    ['#DCE6FF', 0.1, '#0f1216', '#ffffff'],
  ])('on %s at %d over %s is %s', (fill, opacity, surface, text) => {
    expect(chooseTextColor(fill, opacity, surface)).toBe(text);
  });
});

describe('where a name stands in a box', () => {
  const box = { x: 0, y: 0, width: 100, height: 100 };
  const label = { width: 40, height: 20 };

  it('is the top at the start where nothing covers it', () => {
    expect(findLabelCorner(box, [], label)).toBe('topStart');
    expect(findLabelCorner(box, [{ x: 50, y: 50, width: 10, height: 10 }], label)).toBe('topStart');
  });

  it('is another corner where a box lies over the first', () => {
    expect(findLabelCorner(box, [{ x: 0, y: 0, width: 60, height: 30 }], label)).toBe('bottomStart');
    expect(findLabelCorner(box, [{ x: 0, y: 0, width: 30, height: 100 }], label)).toBe('topEnd');
  });

  it('is none where all are covered', () => {
    expect(findLabelCorner(box, [box], label)).toBeNull();
  });

  it('touching is not covering', () => {
    expect(findLabelCorner(box, [{ x: 40, y: 0, width: 60, height: 20 }], label)).toBe('topStart');
  });
});
