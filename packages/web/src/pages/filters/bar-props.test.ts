import { defaultFilters } from '@atrium/domain/pages';
import { expect, it } from 'vitest';
import { offersDescriptor } from './bar-props.ts';

it.each([
  ['gender', [], 'all', false],
  ['gender', ['engagement'], 'all', false],
  ['gender', ['gender'], 'all', true],
  // Set by a link, so the user must be able to remove it.
  ['gender', [], 'female', true],
  ['engagement', ['gender'], 'all', false],
  ['engagement', ['engagement'], 'all', true],
  ['engagement', [], 'engaged', true],
] as const)('%s is offered where sensors tell %j and %s is chosen: %s', (of, told, chosen, expected) => {
  expect(offersDescriptor({ told }, of, { ...defaultFilters, [of]: chosen })).toBe(expected);
});
