import { expect, it } from 'vitest';
import { parseExportSearch } from './export-search.ts';

it.for<[name: string, given: Record<string, unknown>, read: object]>([
  ['nothing', {}, {}],
  [
    'everything',
    { site: 3, zone: '7', type: 'air', from: '2026-03-01', to: '2026-03-03' },
    { site: 3, zone: 7, type: 'air', first: '2026-03-01', last: '2026-03-02' },
  ],
  ['the section of a page', { type: 'atmosphere' }, { type: 'air' }],
  ['what the file can’t hold', { lost: 'zones-hours-<b>' }, { lost: ['hours', 'zones'] }],
  ['what is no id', { site: '3.5', zone: '<b>' }, {}],
  ['what is no type', { type: 'weather' }, {}],
  ['days of which one is missing', { from: '2026-03-01' }, {}],
  ['days that end where they begin', { from: '2026-03-01', to: '2026-03-01' }, {}],
  ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }, {}],
])('an address with %s', ([, given, read]) => {
  expect(parseExportSearch(given)).toEqual(read);
});
