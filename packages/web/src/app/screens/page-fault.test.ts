import { describe, expect, it } from 'vitest';
import { classifyFault } from './page-fault.ts';

describe('the top-level error screen (C13)', () => {
  it.each([
    ['Failed to fetch dynamically imported module: https://x/assets/a.js', 'stale application'],
    ['error loading dynamically imported module', 'stale application'],
    ['Importing a module script failed.', 'stale application'],
    ['Unable to preload CSS for /assets/a.css', 'stale application'],
    ['Failed to fetch', 'servers unavailable'],
    ['NetworkError when attempting to fetch resource.', 'servers unavailable'],
    ['Load failed', 'servers unavailable'],
    ['x is not a function', 'unexpected'],
  ])('%j: %s', (message, fault) => {
    expect(classifyFault(new TypeError(message))).toBe(fault);
  });

  it.each([
    [503, 'servers unavailable'],
    [500, 'unexpected'],
    [400, 'unexpected'],
  ])('an answer with status %i: %s', (statusCode, fault) => {
    expect(classifyFault(Object.assign(new Error('Response not successful'), { statusCode }))).toBe(fault);
  });

  it('accepts any thrown value', () => {
    expect(classifyFault('text')).toBe('unexpected');
    expect(classifyFault(undefined)).toBe('unexpected');
  });
});
