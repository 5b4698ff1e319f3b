import fc from 'fast-check';
import { expect, it } from 'vitest';
import { selectReports, sortKeys } from './report-list-page.tsx';

const report = fc.record({
  id: fc.integer({ min: 1, max: 1000 }),
  title: fc.string({ minLength: 1, maxLength: 8 }),
  site: fc.constantFrom('Arcades du Lac', 'Bryant Park', 'Zürich'),
  state: fc.constantFrom('ACTIVE' as const, 'INACTIVE' as const),
  enabled: fc.boolean(),
  problem: fc.constantFrom(null, 'OWNER_GONE'),
  sendDay: fc.constantFrom('everyDay' as const, 'monday' as const, 'sunday' as const),
  hour: fc.integer({ min: 0, max: 23 }),
  includedDays: fc.integer({ min: 1, max: 31 }),
  emails: fc.array(fc.emailAddress(), { minLength: 1, maxLength: 3 }),
});
const reports = fc.uniqueArray(report, { selector: ({ id }) => id, maxLength: 12 });

it('holds each report once, in an order that does not depend on the one they came in', () => {
  fc.assert(
    fc.property(reports, fc.constantFrom(...sortKeys), fc.boolean(), (given, by, isDown) => {
      const sorted = selectReports(given, '', { by, isDown }, 'en-GB');
      expect(sorted.toSorted((a, b) => a.id - b.id)).toEqual(given.toSorted((a, b) => a.id - b.id));
      expect(selectReports(given.toReversed(), '', { by, isDown }, 'en-GB')).toEqual(sorted);
    }),
  );
});

const [first] = fc.sample(report, { numRuns: 1, seed: 1 }) as [Parameters<typeof selectReports>[0][number]];
const named = (title: string, differs: object = {}) => ({
  ...first,
  id: title.length,
  title,
  site: 'Quai',
  ...differs,
});
const titles = (list: readonly { readonly title: string }[]) => list.map(({ title }) => title);

it('is found by name and by site, whatever the case', () => {
  const all = [named('Weekly'), named('Évening', { id: 2 }), named('Winter sale', { site: 'Évian' })];
  expect(titles(selectReports(all, ' évE ', { by: 'name', isDown: false }, 'fr-CH'))).toEqual(['Évening']);
  expect(titles(selectReports(all, 'évi', { by: 'name', isDown: false }, 'fr-CH'))).toEqual(['Winter sale']);
});

it('sorts by state: failing ones first, those that are off last', () => {
  const sends = { enabled: true, state: 'ACTIVE', problem: null } as const;
  const all = [
    named('off', { ...sends, enabled: false, state: 'INACTIVE' }),
    named('sends', sends),
    named('no event', { ...sends, state: 'INACTIVE' }),
    named('held', { ...sends, problem: 'OWNER_SITE' }),
  ];
  expect(titles(selectReports(all, '', { by: 'state', isDown: false }, 'en-GB'))).toEqual([
    'held',
    'no event',
    'sends',
    'off',
  ]);
});

it('has every day before the weekdays, and those from Monday on', () => {
  const all = [
    named('a', { sendDay: 'sunday', hour: 1 }),
    named('bb', { sendDay: 'monday', hour: 9 }),
    named('ccc', { sendDay: 'everyDay', hour: 23 }),
    named('dddd', { sendDay: 'monday', hour: 7 }),
  ];
  expect(titles(selectReports(all, '', { by: 'frequency', isDown: false }, 'en-GB'))).toEqual([
    'ccc',
    'dddd',
    'bb',
    'a',
  ]);
});
