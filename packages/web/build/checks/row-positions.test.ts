// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../../src');

/** Returns the classes that components give to table rows, with their style sheet. */
function rowClasses(name: string): { sheet: string; className: string }[] {
  const text = readFileSync(path.join(source, name), 'utf8');
  const sheets = new Map(
    [...text.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)].map(([, local = '', file = '']) => [
      local,
      path.join(path.dirname(name), file),
    ]),
  );
  // Matches `rowProps` up to the end of its attribute, the class of a fold's first row, and rows in the kit.
  const rows = text.matchAll(/rowProps=[\s\S]*?\n\s*(?=\/>|\w+=|\}\))|fold=\{[\s\S]*?lead|<tr[^>]*>/g);
  return [...rows].flatMap(([row]) =>
    [...row.matchAll(/\b(\w+)\.(\w+)/g)].flatMap(([, local = '', className = '']) => {
      const sheet = sheets.get(local);
      return sheet === undefined ? [] : [{ sheet, className }];
    }),
  );
}

const classes = globSync('**/*.tsx', { cwd: source })
  .filter((name) => !name.includes('.test.'))
  .flatMap(rowClasses);

/** Returns the rules that position a table row. */
function positionedRows(sheet: string): string[] {
  const rows = classes.filter((each) => each.sheet === sheet).map(({ className }) => `\\.${className}`);
  const isRow = new RegExp(`(?:^|[\\s>+~])(?:${['tr', ...rows].join('|')})(?![\\w-])[^\\s>+~]*$`);
  const text = readFileSync(path.join(source, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) => {
    // Properties that make an element the containing block of its positioned descendants.
    if (!/(?:^|[\s;])(position|transform|translate|filter|contain|perspective|will-change)\s*:/.test(body)) return [];
    const found = selectors
      .replace(/\([^()]*\)/g, '')
      .split(',')
      .filter((one) => isRow.test(one.trim()));
    return found.map((one) => `${sheet} ${one.trim()}`);
  });
}

it('knows the classes of table rows', () => {
  const known = classes.map(({ sheet, className }) => `${sheet} ${className}`);
  expect(known).toEqual(
    expect.arrayContaining([
      'sites/sites.module.css row',
      'sites/sites.module.css fold',
      'pages/counting/zone-table.module.css row',
      'actions/reports/list.module.css row',
      'people/access/people/people.module.css row',
      'pages/dashboard-list/dashboard-list.module.css row',
      'pages/drafts/pages.module.css row',
    ]),
  );
});

// WebKit ignores `position: relative` on table rows (bugs 15873 and 240961): an element stretched over a row covers the
// whole window there.
it('nothing is positioned against a table row', () => {
  const sheets = globSync('**/*.css', { cwd: source });
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.flatMap(positionedRows)).toEqual([]);
});
