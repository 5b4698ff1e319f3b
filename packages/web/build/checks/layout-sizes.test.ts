import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSteps } from '../scales.ts';

const rulesOf = (file: string, name: string) => {
  const sheet = `\n${readFileSync(join(import.meta.dirname, '../../src', file), 'utf8')}`;
  const rules = sheet.slice(sheet.indexOf(`\n${name} {`)).split('}')[0];
  return rules?.replace(/var\((--(?:size|space)-[\w-]+)\)/g, (written, step) => readSteps().get(step) ?? written);
};

test('dropdowns are at most 450 px high, on layer 20 (G04)', () => {
  const panel = rulesOf('pages/filters/filters.module.css', '.panel');
  expect(panel).toContain('max-block-size: min(450px, 70dvh);');
  expect(panel).toContain('z-index: var(--layer-popover);');
  expect(readSteps().get('--layer-popover')).toBe('20');
});

test('rows of tables and of logs are 69 px high, below a head that makes them 100 px more than their rows (G04)', () => {
  expect(rulesOf('pages/widgets/views/table.module.css', '.table tbody td')).toContain('block-size: 69px;');
  expect(rulesOf('pages/widgets/views/table.module.css', '.table thead th')).toContain('block-size: 30px;');
  expect(rulesOf('pages/widgets/late/alert-log.module.css', '.table tbody td')).toContain('block-size: 69px;');
});

/** Returns the columns (of twelve) of each card in a row, by the last matching rule of the highest specificity. */
function columnsOf(count: number): number[] {
  const sheet = readFileSync(join(import.meta.dirname, '../../src/pages/cards/cards.module.css'), 'utf8');
  const wide = sheet.slice(sheet.indexOf('@media (width >= 1100px)')).split(/^}/m)[0] as string;
  const rules = [...wide.matchAll(/(^ {2}[:.][^{}]*\.kpis[^{}]*)\{\s*grid-column: span (\d+);/gm)].map(
    ([, selector, span]) => ({
      selector: (selector as string).trim(),
      span: Number(span),
    }),
  );
  const row = document.createElement('div');
  row.className = 'kpis';
  row.innerHTML = '<section class="kpi"></section>'.repeat(count);
  return [...row.children].map((card) => rules.findLast(({ selector }) => card.matches(selector))?.span ?? 0);
}

test.each([
  [1, [1]],
  [2, [2]],
  [3, [3]],
  [4, [4]],
  [5, [3, 2]],
  [6, [3, 3]],
  [7, [4, 3]],
  [8, [4, 4]],
  [9, [3, 3, 3]],
  [10, [4, 3, 3]],
  [11, [4, 4, 3]],
  [12, [4, 4, 4]],
])('%d figures stand four in a row at most, and fill their rows (G04)', (count, rows) => {
  const full = rows.flatMap((cards) => Array.from({ length: cards }, () => (count === 1 ? 3 : 12 / cards)));
  expect(columnsOf(count)).toEqual(full);
});

test('error details are at most 250 px high (G04)', () => {
  expect(rulesOf('app/screens/error-screen.module.css', '.said')).toContain('max-block-size: 250px;');
});
