import { expect, test } from 'vitest';
import { findDueTime } from './schedule.ts';

test.each([
  ['before the hour, that of yesterday', '2026-03-01T01:59:59Z', '2026-02-28T02:00:00Z'],
  ['at the hour, that of today', '2026-03-01T02:00:00Z', '2026-03-01T02:00:00Z'],
  ['late in the day still that one', '2026-03-01T23:59:59Z', '2026-03-01T02:00:00Z'],
])('a backup is due since %s', (_, now, since) => expect(findDueTime(Date.parse(now), 2)).toBe(Date.parse(since)));
