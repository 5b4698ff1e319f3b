import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const folder = inject('programsFolder');

test('bundles are ASCII, because any other character makes Node store them with two bytes per character', () => {
  const programs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'));
  expect(programs).toContain('app/main.mjs');
  const others = programs.filter((name) => readFileSync(join(folder, name)).some((byte) => byte > 0x7f));
  expect(others).toEqual([]);
});
