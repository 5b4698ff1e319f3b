import { expect, test } from 'vitest';
import { isLaterRelease } from './version.ts';

test.each([
  ['0.2.0', '0.1.0', true],
  ['0.10.0', '0.9.3', true],
  ['1.0.0', '0.9.3', true],
  ['0.2.1', '0.2.0', true],
  ['0.2.0', '0.2.0-dev.1a2b3c4', true],
  ['0.2.0-dev.1a2b3c4', '0.1.0', true],
  ['0.2.0', '0.2.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.2.0-dev.1a2b3c4', '0.2.0', false],
  ['0.2.0-dev.1a2b3c4', '0.2.0-dev.9f8e7d6', false],
  ['0.2.0-dev.9f8e7d6', '0.2.0-dev.1a2b3c4', false],
  ['', '0.2.0', false],
])('%s is of a later release than %s: %s', (version, own, expected) => {
  expect(isLaterRelease(version, own)).toBe(expected);
});
