import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const rulesOf = (file: string, name: string) => {
  const sheet = `\n${readFileSync(join(import.meta.dirname, '../src', file), 'utf8')}`;
  return sheet.slice(sheet.indexOf(`\n${name} {`)).split('}')[0];
};

test('what drops down is 450 px high at most, and lies on the twentieth layer (G04)', () => {
  const panel = rulesOf('dashboards/filters/choice/filters.module.css', '.panel');
  expect(panel).toContain('max-block-size: min(450px, 70dvh);');
  expect(panel).toContain('z-index: 20;');
});

test('rows of tables and of logs are 69 px high, below a head that makes them 100 px more than their rows (G04)', () => {
  expect(rulesOf('dashboards/widgets/table/table.module.css', '.table tbody td')).toContain('block-size: 69px;');
  expect(rulesOf('dashboards/widgets/table/table.module.css', '.table thead th')).toContain('block-size: 30px;');
  expect(rulesOf('dashboards/widgets/alert-log-table/alert-log.module.css', '.table tbody td')).toContain(
    'block-size: 69px;',
  );
});

test('figures stand four in a row (G04)', () => {
  expect(rulesOf('dashboards/widgets/kpis/kpis.module.css', '.cards')).toMatch(/repeat\(4, /);
});

test('what a fault says is 250 px high at most (G04)', () => {
  expect(rulesOf('app/screens/error-screen.module.css', '.said')).toContain('max-block-size: 250px;');
});
