import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { id, type OrganizationId, type ZoneId } from '../../core/index.ts';
import { buildHeatField, getHeatColor, heatSteps, heatThemes, renderHeatImage, type Stay } from './heat-image.ts';
import { buildHeatKey, heatGenders, parseHeatKey } from './heat-key.ts';

const size = { width: 64, height: 40 };
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const stay = fc.record({ x: unit, y: unit, seconds: fc.double({ min: 1, max: 1000, noNaN: true }) });

/** Position of the field's maximum, as shares of its width and height. */
function peakOf(field: Float32Array) {
  const at = field.indexOf(Math.max(...field));
  return { x: ((at % size.width) + 0.5) / size.width, y: (Math.floor(at / size.width) + 0.5) / size.height };
}

describe('the field of a day', () => {
  it('has its peak where most time was spent', () => {
    fc.assert(
      fc.property(stay, (only) => {
        const peak = peakOf(buildHeatField([only], size));
        expect(Math.abs(peak.x - only.x)).toBeLessThan(2.5 / size.width);
        expect(Math.abs(peak.y - only.y)).toBeLessThan(2.5 / size.height);
      }),
    );
  });

  it('is between 0 and 1, reaches 1, and asks for no order', () => {
    fc.assert(
      fc.property(fc.array(stay, { minLength: 1, maxLength: 20 }), (stays) => {
        const field = buildHeatField(stays, size);
        expect(Math.max(...field)).toBeCloseTo(1, 6);
        expect(Math.min(...field)).toBeGreaterThanOrEqual(0);
        const turned = buildHeatField([...stays].reverse(), size);
        for (const [place, value] of field.entries()) expect(turned[place]).toBeCloseTo(value, 4);
      }),
      { numRuns: 30 },
    );
  });

  it('leaves out what has no place, and is empty without stays', () => {
    const odd: Stay[] = [
      { x: -1, y: -1, seconds: 100 },
      { x: 1.2, y: 0.5, seconds: 100 },
      { x: 0.5, y: Number.NaN, seconds: 100 },
      { x: 0.5, y: 0.5, seconds: 0 },
    ];
    expect(Math.max(...buildHeatField(odd, size))).toBe(0);
    expect(renderHeatImage([], size, 'light').every((byte) => byte === 0)).toBe(true);
  });
});

describe('the image of a day', () => {
  it('is transparent without people and in the strongest colour at the peak', () => {
    const pixels = renderHeatImage([{ x: 0.25, y: 0.5, seconds: 60 }], size, 'light');
    const at = (x: number, y: number) => [...pixels.slice((y * size.width + x) * 4, (y * size.width + x) * 4 + 4)];
    expect(at(16, 20)).toEqual([...getHeatColor(1, 'light'), Math.round(255 * 0.88)]);
    expect(at(60, 5)).toEqual([0, 0, 0, 0]);
  });

  it('takes its colours from the scale of the look', () => {
    for (const theme of heatThemes) {
      const steps = heatSteps[theme];
      for (const [index, step] of steps.entries()) {
        const rgb = getHeatColor(index / (steps.length - 1), theme);
        expect(`#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase()).toBe(step);
      }
    }
  });
});

describe('the key of an image', () => {
  const day = fc.record({
    organizationId: fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((value) => id<OrganizationId>(value)),
    zoneId: fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((value) => id<ZoneId>(value)),
    date: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10)),
    gender: fc.constantFrom(...heatGenders),
    theme: fc.constantFrom(...heatThemes),
    version: fc.nat(Number.MAX_SAFE_INTEGER),
  });

  it('names zone, day and gender, and is read back as it was', () => {
    const key = buildHeatKey({
      organizationId: id(3),
      zoneId: id(17),
      date: '2026-03-29',
      gender: 'female',
      theme: 'dark',
      version: 36,
    });
    expect(key).toBe('heatmaps/3/17/2026_03_29_female_dark_10.png');
    fc.assert(
      fc.property(day, (one) => {
        expect(parseHeatKey(buildHeatKey(one))).toEqual(one);
      }),
    );
  });

  it.each([
    'heatmaps/3/17/2026_02_30_female_dark_10.png',
    'heatmaps/3/17/2026_03_29_FEMALE_dark_10.png',
    'heatmaps/3/17/2026_03_29_female_dark_10.jpg',
    'heatmaps/3/2026_03_29_female_dark_10.png',
    'plans/3/17.png',
  ])('is not %s', (key) => expect(parseHeatKey(key)).toBeNull());
});
