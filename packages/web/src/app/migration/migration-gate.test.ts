import { describe, expect, it } from 'vitest';
import { findMigration } from './migration-gate.tsx';

const deadline = Date.UTC(2026, 4, 20);
const days = (count: number) => count * 86_400_000;

describe('the end of this version (C11)', () => {
  it.each([
    ['no deadline', null, 0, 'none'],
    ['eight days before', deadline, -8, 'none'],
    ['just over seven days before', deadline, -7.0001, 'none'],
    ['seven days before', deadline, -7, 'near'],
    ['an hour before', deadline, -1 / 24, 'near'],
    ['at the deadline', deadline, 0, 'near'],
    ['on the day of the deadline', deadline, 0.5, 'near'],
    ['a moment before the date shown', deadline, 0.9999, 'near'],
    ['from the date shown on', deadline, 1, 'over'],
    ['long after', deadline, 400, 'over'],
  ])('%s', (_, at, offset, state) => {
    expect(findMigration(deadline + days(offset), at).state).toBe(state);
  });

  it('is written as the day after', () => {
    expect(findMigration(deadline, deadline)).toEqual({ state: 'near', shown: Date.UTC(2026, 4, 21) });
  });
});
