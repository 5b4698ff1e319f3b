// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const packages = path.join(import.meta.dirname, '../../..');

/** Other date formatters, and the files that may use each. */
const ways: readonly (readonly [way: RegExp, where: readonly string[]])[] = [
  [
    /Intl\.DateTimeFormat/,
    [
      'domain/src/core/format/date.ts',
      'domain/src/core/time/zone-offsets.ts',
      // Read the browser's time zone.
      'web/src/people/organization/use-dates.ts',
      'web/src/people/access/people/preference-fields.tsx',
      'web/src/actions/sales/import/use-import.ts',
    ],
  ],
  [/\.toLocale(Date|Time)String|\bto(Date|UTC|GMT)String\(|from '(dayjs|moment|date-fns|luxon)/, []],
  // Dates in words: a point in a chart, and a day read by screen readers.
  [
    /\bformatDay(Name|Month)\b/,
    [
      'domain/src/core/format/date.ts',
      'web/src/pages/words/bucket-labels.ts',
      'web/src/ui/range-calendar.tsx',
      // Displays have no user.
      'web/src/actions/stop-and-go/display/figures.ts',
    ],
  ],
  // Explicit patterns: typed dates, and the choice of the pattern.
  [
    /\bformatLocalDate\b/,
    [
      'domain/src/core/format/date.ts',
      'web/src/ui/form/date-field.tsx',
      'web/src/people/access/people/preference-fields.tsx',
      'web/src/pages/filters/custom-ranges.tsx',
      'web/src/pages/filters/typed-ranges.ts',
    ],
  ],
];

const files = globSync('{domain,web}/src/**/*.{ts,tsx}', { cwd: packages })
  .filter((name) => !/\.test\.|\/testing\/|\/gallery\/|generated/.test(name))
  .map((name) => ({ name: name.replaceAll(path.sep, '/'), text: readFileSync(path.join(packages, name), 'utf8') }));

it.each(ways)('B02 dates are written as the profile wants them: %s stands only where it is right', (way, where) => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter(({ text }) => way.test(text)).map(({ name }) => name)).toEqual(
    expect.arrayContaining([...where]),
  );
  expect(files.filter(({ name, text }) => way.test(text) && !where.includes(name)).map(({ name }) => name)).toEqual([]);
});
