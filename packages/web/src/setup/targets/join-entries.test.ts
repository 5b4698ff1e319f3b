import { expect, test } from 'vitest';
import { joinEntries } from './join-entries.ts';

test('sites share a line of the same days, kind and name', () => {
  const entry = (installationId: number, name: string | null, last = '2026-12-26') => ({
    ...{ installationId, name, first: '2026-12-25', last },
    kind: name === null ? ('closed' as const) : ('holiday' as const),
  });
  const joined = joinEntries([entry(1, 'Noël'), entry(2, 'Noël'), entry(3, 'Noël', '2026-12-25'), entry(1, null)]);
  expect(joined.map(({ kind, name, last, siteIds }) => [kind, name, last, siteIds])).toEqual([
    ['holiday', 'Noël', '2026-12-26', [1, 2]],
    ['holiday', 'Noël', '2026-12-25', [3]],
    ['closed', null, '2026-12-26', [1]],
  ]);
});
