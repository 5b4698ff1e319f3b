import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const folder = inject('programsFolder');

test('programs are joined in ASCII: of any other character, Node keeps all of their text with two bytes for each', () => {
  const programs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'));
  expect(programs).toContain('main.mjs');
  const others = programs.filter((name) => readFileSync(join(folder, name)).some((byte) => byte > 0x7f));
  expect(others).toEqual([]);
});
