import { describe, expect, it } from 'vitest';
import { formatPath, maxPathLength } from './redirect-unknown-path.ts';

/** Strips the two isolate characters around the path. */
const inside = (path: string) => formatPath(path).slice(1, -1);

describe('a formatted path', () => {
  it.each([
    ['/foo/bar', '/foo/bar'],
    ['/b%C3%A4ren/caf%C3%A9', '/bären/café'],
    ['/%D8%B3%D9%88%D9%82', '/سوق'],
    ['/<script>alert(1)</script>', '/<script>alert(1)</script>'],
    ['/100%', '/100%'],
    ['/%E0%A4%A', '/%E0%A4%A'],
  ])('%s reads %s', (path, text) => {
    expect(inside(path)).toBe(text);
  });

  it('is left-to-right, whatever its content and surroundings', () => {
    expect(formatPath('/a')).toBe('\u2066/a\u2069');
    expect(inside('/a%E2%81%A9b')).toBe('/a%E2%81%A9b');
    expect(inside('/a%E2%80%AEb')).toBe('/a%E2%80%AEb');
    expect(inside('/a\u202Eb')).toBe('/a%E2%80%AEb');
    const steering = [
      0x061c, 0x200b, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
    ];
    for (const sign of steering.map((code) => String.fromCharCode(code)))
      expect(inside(`/${sign}`)).toBe(`/${encodeURIComponent(sign)}`);
  });

  it('keeps spaces, line breaks and invisible characters encoded', () => {
    expect(inside('/Your%20session%0Ais%09over%00')).toBe('/Your%20session%0Ais%09over%00');
    expect(inside('/a\u00a0b\u2028c\uFEFF\uDB40\uDC41')).toBe('/a%C2%A0b%E2%80%A8c%EF%BB%BF%F3%A0%81%81');
    expect(inside('/a\uD800')).toBe('/a\uFFFD');
  });

  it('is shortened in the middle if long, never inside a character', () => {
    expect(inside(`/${'a'.repeat(maxPathLength - 1)}`)).toBe(`/${'a'.repeat(maxPathLength - 1)}`);
    const cut = inside(`/begin/${'x'.repeat(500)}/end`);
    expect([...cut]).toHaveLength(maxPathLength);
    expect(cut).toMatch(/^\/begin\/x+…x+\/end$/);
    expect(inside(`/${'😀'.repeat(500)}`)).toMatch(/^\/😀+…😀+$/u);
    expect([...inside(`/${'😀'.repeat(500)}`)].length).toBeLessThanOrEqual(maxPathLength);
    expect(inside(`/${'%E2%80%AE'.repeat(500)}`)).toMatch(/^\/(%E2%80%AE)+…(%E2%80%AE)+$/);
    expect(inside(`/${'%E2%80%AE'.repeat(500)}`).length).toBeLessThanOrEqual(maxPathLength);
    expect(inside(`/${'a\u0301'.repeat(500)}`)).toMatch(/^\/(a\u0301)+…(a\u0301)+$/);
  });
});
