import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findMetric, metrics } from '@atrium/domain/numbers';
import { expect, test } from 'vitest';
import { environmentNames, settingGroups, settings } from '../../src/platform/config/settings.ts';
import { buildCommandLinePage } from './command-line-page.ts';
import { buildErrorsPage } from './errors-page.ts';
import { buildIngestionPage } from './ingestion-page.ts';
import { buildMetricsPage } from './metrics-page.ts';
import { buildRestPage } from './rest-page.ts';
import { buildPermissionsPage } from './rights-page.ts';
import { buildSettingsPage } from './settings-page.ts';

const folder = fileURLToPath(new URL('../../../../docs/reference/', import.meta.url));

// A page that differs from the code fails here; `npm run reference` writes it anew.
test.each([
  ['settings', buildSettingsPage],
  ['command-line', buildCommandLinePage],
  ['metrics', buildMetricsPage],
  ['ingestion', buildIngestionPage],
  ['permissions', buildPermissionsPage],
  ['errors', buildErrorsPage],
  ['rest', buildRestPage],
])('docs/reference/%s.md is as the code', async (name, build) => {
  await expect(build()).toMatchFileSnapshot(`${folder}${name}.md`);
});

test('the pages name every setting and every metric', () => {
  const text = buildSettingsPage();
  for (const name of environmentNames.filter((one) => !one.endsWith('_FILE'))) expect(text).toContain(`\`${name}\``);
  const rows = buildMetricsPage().match(/^\| `\w+` \| [^|]+\S \|/gm) ?? [];
  expect(rows).toHaveLength(metrics.length);
  expect(findMetric('captureRate')).toBeDefined();
});

test('every setting belongs to a section and has no table sign in its texts', () => {
  expect(environmentNames.length).toBeGreaterThan(50);
  for (const setting of Object.values(settings)) {
    expect(Object.keys(settingGroups)).toContain(setting.group);
    expect(`${setting.default}${setting.meaning}`).not.toContain('|');
  }
});

test('npm start -- --help lists every setting, and another argument is refused before anything is done', () => {
  const start = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/start.mjs', ...args], { cwd: `${folder}../..`, encoding: 'utf8' });
  const { status, stdout } = start('--help');
  expect(status).toBe(0);
  const listed = [...stdout.matchAll(/^ {2}([A-Z_]+) +\S.* \(default: \S.*\)$/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(settings));
  const { stderr, ...wrong } = start('--port=8080');
  expect({ status: wrong.status, stdout: wrong.stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^npm start takes no "--port=8080": .+\n$/);
});

/** A field that the page describes but the product refuses would mislead integrators. */
test('every field of a reading on the page is one that the validation reads', () => {
  const source = readFileSync(
    new URL('../../../domain/src/numbers/readings/validate-reading.ts', import.meta.url),
    'utf8',
  );
  const known = [...source.matchAll(/case '(\w+)':/g)].map(([, name]) => name);
  const section = buildIngestionPage().split('## Fields of a reading')[1]?.split('##')[0] ?? '';
  const described = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) => cell?.match(/\w+/g) ?? []);
  expect(described.toSorted()).toEqual(known.toSorted());
});
